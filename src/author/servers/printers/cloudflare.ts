/**
 * Prints a plan as Cloudflare custom rules: a request body for the rulesets API, and the
 * expressions to paste. Verified bots are only mentioned in a comment, because Cloudflare's
 * categories are not ours.
 */
import { type CloudflareRule, cloudflareRules } from '../cloudflare/rules.ts'
import { commented, type Printer } from './printed.ts'

const MODEL = 'The rules were checked by a model of Cloudflare’s documents, in no server of theirs.'

/** What they verify of whom our category names, as `cf.verified_bot_category` gives it. */
const VERIFIED =
  'Cloudflare verifies some crawlers itself: cf.verified_bot_category has "AI Crawler", "AI Assistant", "AI Search", "Search Engine Crawler", "Search Engine Optimization", "Archiver" and more. None is equal to a group of names here.'

export const printCloudflare: Printer = (plan, { about }) => {
  const { rules } = cloudflareRules(plan)
  const description = [...about, MODEL, VERIFIED].join(' ')
  const body = {
    description,
    rules: rules.map((rule, i) => {
      return {
        action: 'block',
        description: nameOf(rule, i, rules.length),
        enabled: true,
        expression: rule.expression,
      }
    }),
  }
  const text = rules.map((rule, i) => {
    return `\n# ${nameOf(rule, i, rules.length)}. Action: Block. ${figure(rule.expression)}\n${rule.expression}\n`
  })
  return [
    { name: 'acap.json', text: `${JSON.stringify(body, null, 2)}\n` },
    { name: 'acap.txt', text: commented([...about, MODEL, VERIFIED]) + text.join('') },
  ]
}

const MOST_NAMED = 3

function nameOf({ names }: CloudflareRule, i: number, count: number): string {
  const own = names.map((name) => (name === '*' ? 'crawlers without a name in the policy' : name))
  const more = own.length - MOST_NAMED
  const listed = own.slice(0, MOST_NAMED).join(', ')
  return `acap ${i + 1} of ${count}: ${listed}${more > 0 ? ` and ${more} more` : ''}`
}

function figure(expression: string): string {
  return `${expression.length.toLocaleString('en-US')} of 4,096 characters`
}
