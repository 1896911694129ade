/**
 * Every command of `acap`, in the order in which an author meets them.
 */
import type { Command } from './command.ts'

export const COMMANDS: readonly Command[] = []
