/** Reads the agent cards in the files of `--card`. */
import * as v from 'valibot'
import { UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import { type FiledCard, readAgentCard } from '../../crawlers/agent-card.ts'
import { checkedJson } from './checked-value.ts'

const MOST_CARD_BYTES = 1 << 20

/** @throws UsageError for a file that is no card */
export function readCards(files: readonly string[]): readonly FiledCard[] {
  return files.map((file) => {
    const value = checkedJson(v.unknown(), readNamed(file, MOST_CARD_BYTES).toString(), file)
    const card = readAgentCard(value)
    if (typeof card === 'string') throw new UsageError(`\`${file}\` is no card: ${card}`)
    return { file, ...card }
  })
}
