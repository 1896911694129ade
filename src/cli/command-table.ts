/** The commands of `acap`, in the order of commands.json, in which authors meet them. */
import type { Command, CommandName, Run } from './command.ts'
import { auditCommand } from './commands/audit.ts'
import { buildCommand } from './commands/build.ts'
import { checkCommand } from './commands/check.ts'
import { convertCommand } from './commands/convert.ts'
import { crawlersCommand } from './commands/crawlers.ts'
import { CASE_HELP, decideCommand } from './commands/decide.ts'
import { diffCommand } from './commands/diff.ts'
import { explainCommand } from './commands/explain.ts'
import { fmtCommand } from './commands/fmt.ts'
import { gateCommand } from './commands/gate.ts'
import { initCommand } from './commands/init.ts'
import { networksCommand } from './commands/networks.ts'
import { publishCommand } from './commands/publish.ts'
import { replayCommand } from './commands/replay.ts'
import { reportCommand } from './commands/report.ts'
import { robotsCommand } from './commands/robots.ts'
import { serveCommand } from './commands/serve.ts'
import { summaryCommand } from './commands/summary.ts'
import { testCommand } from './commands/test.ts'
import { verifyCommand } from './commands/verify.ts'
import { vocabulariesCommand } from './commands/vocabularies.ts'
import commands from './commands.json' with { type: 'json' }

const RUNS: { readonly [Name in CommandName]: Run<Name> } = {
  init: initCommand,
  check: checkCommand,
  fmt: fmtCommand,
  explain: explainCommand,
  summary: summaryCommand,
  test: testCommand,
  diff: diffCommand,
  replay: replayCommand,
  report: reportCommand,
  verify: verifyCommand,
  convert: convertCommand,
  audit: auditCommand,
  vocabularies: vocabulariesCommand,
  robots: robotsCommand,
  decide: decideCommand,
  build: buildCommand,
  publish: publishCommand,
  networks: networksCommand,
  crawlers: crawlersCommand,
  serve: serveCommand,
  gate: gateCommand,
}

const ROWS = { ...commands, decide: { ...commands.decide, more: CASE_HELP } }

export const COMMANDS = Object.values(ROWS).map(
  (row) => ({ ...row, run: RUNS[row.name as CommandName] }) as unknown as Command,
)
