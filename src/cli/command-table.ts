/**
 * Every command of `acap`, in the order in which an author meets them.
 */
import type { Command } from './command.ts'
import { decideCommand } from './commands/decide.ts'

export const COMMANDS: readonly Command[] = [decideCommand]
