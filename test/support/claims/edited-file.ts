/** A robots.txt → another one, changed as authors do: a rule dropped, a group added, a rule added to the first group. */
export function editsOf(robots: string): readonly string[] {
  const lines = robots.split(/(?<=\n)/)
  const rules = lines.flatMap((line, i) => (/^[ \t]*(?:dis)?allow[ \t]*:/i.test(line) ? [i] : []))
  const middle = rules[Math.floor(rules.length / 2)]
  const last = rules.at(-1)
  const dropped = lines.filter((_, i) => i !== middle).join('')
  const grouped = `${robots.replace(/\n*$/, '\n')}\nUser-agent: GPTBot\nDisallow: /claimed/\n`
  const added = lines.flatMap((line, i) =>
    i === last
      ? [line.replace(/\n?$/, '\n'), 'Disallow: /claimed/*.pdf$\nCrawl-delay: 7\n']
      : [line],
  )
  return [dropped, grouped, added.join('')].filter((text) => text !== robots)
}
