/**
 * The addresses of this project. The owner fills them in once; a release refuses null
 * (docs/releasing.md).
 */

interface Project {
  /** The repository, `https://github.com/OWNER/NAME`. */
  readonly repository: string | null
  /** Where the documentation is published: the package's `homepage`. */
  readonly documents: string | null
  /**
   * Where docs/crawlers.md is published: refusals link to it, also as the `type` of problem details
   * (RFC 9457 3.1.1).
   */
  readonly crawlersPage: string | null
}

export const PROJECT: Project = { repository: null, documents: null, crawlersPage: null }
