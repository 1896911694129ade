/**
 * Where each test runs: plain Node, the Workers runtime, or Node with real programs around the edge.
 */
import { availableParallelism } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { listedPage } from './test/support/edge/listed-pages.ts'

/** Property tests take their time on a busy machine, and hours or days when asked for millions of runs. */
const testTimeout = process.env.ACAP_SOAK
  ? 864_000_000
  : process.env.ACAP_LONG
    ? 7_200_000
    : 300_000

/** One more than there are cores: many tests wait for servers and a browser. Every test has folders and ports of its own. */
const maxWorkers = availableParallelism() + 1

/** A green run prints the reporter's lines alone; a long one also says what it measured, and the seeds. */
const silent = process.env.ACAP_LONG ? false : 'passed-only'

export default defineConfig({
  test: {
    silent,
    projects: [
      {
        test: {
          name: 'node',
          setupFiles: ['test/support/seed.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/edge/**', 'test/e2e/**'],
          maxWorkers,
          // Loading the same modules for each file takes longer than most files; the set-up restores what they replace.
          isolate: false,
          testTimeout,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [
          cloudflareTest({
            main: 'test/support/edge/workers-main.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: process.env.ACAP_LONG ? { ACAP_LONG: process.env.ACAP_LONG } : {},
              serviceBindings: { PAGES: listedPage },
            },
          }),
        ],
        test: {
          name: 'workers',
          include: ['test/edge/**/*.test.ts'],
          maxWorkers,
          // A workerd of its own for each file takes longer than most files.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles: ['test/support/seed.ts'],
          include: ['test/e2e/**/*.test.ts'],
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
