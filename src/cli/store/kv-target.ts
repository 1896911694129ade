/** A store in a KV namespace, accessed through wrangler with its credentials and configuration. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StorageError } from '../../base/faults.ts'
import { inTemporaryFolder } from '../../base/files/temporary-folder.ts'
import type { StoreTarget } from './target.ts'

export interface WranglerOptions {
  readonly local: boolean
  /** The environment of wrangler.toml; null: the top level. */
  readonly env: string | null
}

/**
 * Values of one upload: KV takes 10,000 pairs and 100 MB at once, and base64 makes four of three.
 */
const MOST_PAIRS = 5000
const MOST_BYTES = 48 * 1024 * 1024
/** What wrangler may print: the largest value. */
const MOST_OUTPUT = 32 * 1024 * 1024

const run = promisify(execFile)

export class KvTarget implements StoreTarget {
  readonly #binding: string
  readonly #options: WranglerOptions

  constructor(binding: string, options: WranglerOptions) {
    this.#binding = binding
    this.#options = options
  }

  async get(key: string): Promise<Uint8Array | null> {
    try {
      const bytes = await this.#wrangler('key', 'get', key)
      return bytes.equals(ABSENT) ? null : bytes
    } catch (fault) {
      // Away from this machine, an absent value is an error.
      if (fault instanceof StorageError && /\b404\b/.test(fault.message)) return null
      throw fault
    }
  }

  async put(values: ReadonlyMap<string, Uint8Array>): Promise<void> {
    for (const batch of batchesOf(values)) {
      const pairs = batch.map(([key, bytes]) => ({
        key,
        value: Buffer.from(bytes).toString('base64'),
        base64: true,
      }))
      await this.#withFile(pairs, (file) => this.#wrangler('bulk', 'put', file))
    }
  }

  /**
   * KV does not damage values, and reading each would need a run of wrangler. So only missing
   * values are found.
   */
  async damaged(keys: readonly string[]): Promise<readonly string[]> {
    const present = new Set(await this.list('values/'))
    return keys.filter((key) => !present.has(key))
  }

  async list(prefix: string): Promise<readonly string[]> {
    const text = (await this.#wrangler('key', 'list', '--prefix', prefix)).toString()
    return (JSON.parse(text) as { name: string }[]).map(({ name }) => name)
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length > 0)
      await this.#withFile(keys, (file) => this.#wrangler('bulk', 'delete', file, '--force'))
  }

  async #withFile(content: unknown, use: (file: string) => Promise<unknown>): Promise<void> {
    await inTemporaryFolder('publish', (folder) => {
      const file = join(folder, 'values.json')
      writeFileSync(file, JSON.stringify(content), { mode: 0o600 })
      return use(file)
    })
  }

  async #wrangler(...words: readonly string[]): Promise<Buffer> {
    const { local, env } = this.#options
    const args = ['--no-install', 'wrangler', 'kv', ...words, '--binding', this.#binding]
    args.push(local ? '--local' : '--remote', `--env=${env ?? ''}`)
    try {
      const { stdout } = await run('npx', args, { encoding: 'buffer', maxBuffer: MOST_OUTPUT })
      return stdout
    } catch (fault) {
      const { stdout = '', stderr = '' } = fault as {
        readonly stdout?: Uint8Array
        readonly stderr?: Uint8Array
      }
      const text = `${String(stderr)}${String(stdout)}`.trim() || String(fault)
      throw new StorageError(
        `wrangler kv ${words.slice(0, 2).join(' ')}: ${text}`,
        'npx wrangler login; npx wrangler whoami',
      )
    }
  }
}

/** What wrangler prints if a value is missing. */
const ABSENT = Buffer.from('Value not found\n')

function batchesOf(
  values: ReadonlyMap<string, Uint8Array>,
): readonly (readonly [string, Uint8Array])[][] {
  const batches: [string, Uint8Array][][] = []
  let bytes = Infinity
  for (const value of values) {
    if (bytes + value[1].length > MOST_BYTES || batches.at(-1)!.length === MOST_PAIRS) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)!.push([...value])
    bytes += value[1].length
  }
  return batches
}
