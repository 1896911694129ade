/**
 * The words that the explorer explains → a list in Markdown.
 */
import { GLOSSARY } from '../../src/explorer/words.ts'

/** Each word with its meaning. */
export function pageGlossary(): string {
  return GLOSSARY.map(([word, meaning]) => `- **${word}**: ${meaning}`).join('\n')
}
