/**
 * The address of this repository → the button that deploys `template/` to Cloudflare, or what is said without an address.
 */
import { PROJECT } from '../../src/words/project.ts'

/** The button's line in README.md. */
export function deployButton(repository = PROJECT.repository): string {
  if (repository === null)
    return 'A button deploys `template/` to Cloudflare, once this repository [has an address](docs/releasing.md#once).'
  const button = 'https://deploy.workers.cloudflare.com/button'
  return `[![Deploy to Cloudflare](${button})](https://deploy.workers.cloudflare.com/?url=${repository}/tree/main/template)`
}
