/**
 * How policies come to a server, step by step as the usual tools take them: two versions, of which each closes a path of its
 * own, and both close `/both/`.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { bundleOf } from '../bundle.ts'

export const HOSTS = ['a.test', 'b.test'] as const

/** Where the gate finds its policies, and what puts version `n` there; `pause` passes between two steps. */
export interface Deployment {
  readonly kind: 'folder' | 'file'
  readonly path: string
  deploy(n: number, pause: () => Promise<void>): Promise<void>
}

const filesOf = (host: string, n: number) => ({
  'robots.txt': `User-agent: *\nDisallow: /both/\nDisallow: /v${n}/\n`,
  'site.toml': `hosts = ["${host}", "www.${host}"]\n`,
})

function writeVersion(folder: string, n: number): void {
  for (const host of HOSTS) {
    mkdirSync(join(folder, host), { recursive: true })
    for (const [name, text] of Object.entries(filesOf(host, n)))
      writeFileSync(join(folder, host, name), text)
  }
}

function begin(): string {
  const root = mkdtempSync(join(tmpdir(), 'acap-deploy-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

/** What a program does that writes a new link beside the old one. */
function relink(target: string, link: string): void {
  symlinkSync(target, `${link}.new`)
  renameSync(`${link}.new`, link)
}

function releases(change: (target: string, link: string, pause: () => Promise<void>) => unknown) {
  return async (): Promise<Deployment> => {
    const root = begin()
    const link = join(root, 'current')
    writeVersion(join(root, 'releases/0/policies'), 0)
    symlinkSync('releases/0', link)
    return {
      kind: 'folder',
      path: join(link, 'policies'),
      async deploy(n, pause) {
        writeVersion(join(root, `releases/${n}/policies`), n)
        await pause()
        await change(`releases/${n}`, link, pause)
        await pause()
        rmSync(join(root, `releases/${n - 1}`), { recursive: true, force: true })
      },
    }
  }
}

/** A folder whose files are changed where they are. */
function inPlace(
  deploy: (folder: string, n: number, pause: () => Promise<void>, root: string) => Promise<void>,
) {
  return async (): Promise<Deployment> => {
    const root = begin()
    const path = join(root, 'policies')
    writeVersion(path, 0)
    return { kind: 'folder', path, deploy: (n, pause) => deploy(path, n, pause, root) }
  }
}

export const DEPLOYMENTS: Readonly<Record<string, () => Promise<Deployment>>> = {
  'Capistrano, whose link is replaced': releases(relink),
  'a link that is removed and made again': releases(async (target, link, pause) => {
    rmSync(link)
    await pause()
    symlinkSync(target, link)
  }),
  'a ConfigMap of Kubernetes': async () => {
    const root = begin()
    const path = join(root, 'policies')
    const data = join(path, '..data')
    writeVersion(join(path, '..0'), 0)
    symlinkSync('..0', data)
    for (const host of HOSTS) symlinkSync(`..data/${host}`, join(path, host))
    return {
      kind: 'folder',
      path,
      async deploy(n) {
        writeVersion(join(path, `..${n}`), n)
        relink(`..${n}`, data)
        rmSync(join(path, `..${n - 1}`), { recursive: true })
      },
    }
  },
  'rsync, which renames each file': inPlace(async (folder, n, pause) => {
    for (const host of HOSTS) {
      for (const [name, text] of Object.entries(filesOf(host, n))) {
        writeFileSync(join(folder, host, `.${name}.x`), text)
        renameSync(join(folder, host, `.${name}.x`), join(folder, host, name))
        await pause()
      }
    }
  }),
  'rm -rf and cp -r of the folder': inPlace(async (folder, n, pause, root) => {
    const next = join(root, 'next')
    writeVersion(next, n)
    rmSync(folder, { recursive: true })
    await pause()
    cpSync(next, folder, { recursive: true })
  }),
  'rm -rf and cp -r of each site': inPlace(async (folder, n, pause, root) => {
    const next = join(root, 'next')
    writeVersion(next, n)
    for (const host of HOSTS) rmSync(join(folder, host), { recursive: true })
    await pause()
    for (const host of HOSTS) {
      cpSync(join(next, host), join(folder, host), { recursive: true })
      await pause()
    }
  }),
  'a folder that takes the place of another': inPlace(async (folder, n, pause, root) => {
    writeVersion(join(root, 'next'), n)
    await pause()
    renameSync(folder, join(root, `old${n}`))
    renameSync(join(root, 'next'), folder)
    await pause()
    rmSync(join(root, `old${n}`), { recursive: true })
  }),
  'files that are emptied, and written later': inPlace(async (folder, n, pause) => {
    for (const host of HOSTS) {
      const path = join(folder, host, 'robots.txt')
      writeFileSync(path, '')
      await pause()
      writeFileSync(path, filesOf(host, n)['robots.txt'])
    }
  }),
  'site.toml after robots.txt, into an empty folder': inPlace(async (folder, n, pause) => {
    for (const host of HOSTS) {
      rmSync(join(folder, host), { recursive: true })
      mkdirSync(join(folder, host))
      const files = filesOf(host, n)
      writeFileSync(join(folder, host, 'robots.txt'), files['robots.txt'])
      await pause()
      writeFileSync(join(folder, host, 'site.toml'), files['site.toml'])
    }
  }),
  'git checkout': async () => {
    const root = begin()
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.test', ...args], {
        cwd: root,
        stdio: 'ignore',
      })
    git('init')
    for (const n of [1, 0]) {
      writeVersion(join(root, 'policies'), n)
      git('add', '.')
      git('commit', '-m', `version ${n}`)
      git('tag', `v${n}`)
    }
    return {
      kind: 'folder',
      path: join(root, 'policies'),
      deploy: async (n) => void git('checkout', `v${n % 2}`),
    }
  },
  'a bundle that is renamed': async () => {
    const path = join(begin(), 'policies.bin')
    writeFileSync(path, await bundleAt(0))
    return {
      kind: 'file',
      path,
      async deploy(n, pause) {
        writeFileSync(`${path}.new`, await bundleAt(n))
        await pause()
        renameSync(`${path}.new`, path)
      },
    }
  },
  'a bundle behind a link, which is copied over': async () => {
    const root = begin()
    mkdirSync(join(root, 'elsewhere'))
    const target = join(root, 'elsewhere', 'policies.bin')
    writeFileSync(target, await bundleAt(0))
    symlinkSync('elsewhere/policies.bin', join(root, 'policies.bin'))
    return {
      kind: 'file',
      path: join(root, 'policies.bin'),
      async deploy(n, pause) {
        const bytes = await bundleAt(n)
        writeFileSync(target, bytes.subarray(0, bytes.length >> 1))
        await pause()
        writeFileSync(target, bytes)
      },
    }
  },
}

const KNOWN = { known: { SearchBot1: 'search' } } as const

async function bundleAt(n: number): Promise<Uint8Array> {
  return new Uint8Array(
    await bundleOf(Object.fromEntries(HOSTS.map((host) => [host, filesOf(host, n)])), KNOWN),
  )
}

/** The number of the path that version `n` closes. */
export function closedBy(name: string, n: number): number {
  return name === 'git checkout' ? n % 2 : n
}

export const pausing = (milliseconds: number) => () =>
  setTimeout(milliseconds).then(() => undefined)
