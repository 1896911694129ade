/** Every command of `acap`, in the order in which an author meets them. */
import type { Command } from './command.ts'
import { buildCommand } from './commands/build.ts'
import { checkCommand } from './commands/check.ts'
import { convertCommand } from './commands/convert.ts'
import { crawlersCommand } from './commands/crawlers.ts'
import { decideCommand } from './commands/decide.ts'
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

export const COMMANDS: readonly Command[] = [
  initCommand,
  checkCommand,
  fmtCommand,
  explainCommand,
  summaryCommand,
  testCommand,
  diffCommand,
  replayCommand,
  reportCommand,
  verifyCommand,
  convertCommand,
  robotsCommand,
  decideCommand,
  buildCommand,
  publishCommand,
  networksCommand,
  crawlersCommand,
  serveCommand,
  gateCommand,
]
