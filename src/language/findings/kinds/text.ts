/** Findings: what a file and its lines are. */
import { didYouMean } from '../suggest.ts'
import { byCount, type KindOfFinding, quote, words } from '../words.ts'

export const TEXT_FINDINGS = {
  'invalid-utf8': {
    code: 'ACAP001',
    severity: 'warning',
    words: (morePlaces: number) =>
      words(
        byCount(
          morePlaces,
          'the file is not UTF-8 here',
          'the file is not UTF-8 here and in one more place',
          `the file is not UTF-8 here and in ${morePlaces} more places`,
        ),
        'save the file as UTF-8, or write such letters percent-encoded, as `%C3%A9` for `é`',
      ),
    explain:
      'A robots.txt is UTF-8 (R1, RFC 9309 2.3). Other bytes are read as U+FFFD, the ' +
      'replacement character, so a pattern with them matches no request. They usually come ' +
      'from an editor that saved the file as Latin-1. The file keeps its bytes when it is ' +
      'printed.',
  },
  'too-large': {
    code: 'ACAP002',
    severity: 'error',
    words: (octetsOver: number) =>
      words(
        octetsOver === 1
          ? 'the file is one byte over the 500 KiB that crawlers read'
          : `the file is ${octetsOver} bytes over the 500 KiB that crawlers read`,
        'merge rules by wildcards, or move records to a file that `ACAP-permissions-reference` names',
      ),
    silence: 'never',
    explain:
      'Crawlers need to read only the first 500 KiB of a robots.txt (RFC 9309 2.5), and ' +
      'many ignore the rest (R10). A resource set, a wildcard or a permissions reference ' +
      'usually makes a file much shorter.',
  },
  'unknown-field': {
    code: 'ACAP003',
    severity: 'warning',
    words: (name: string, known: readonly string[]) =>
      name === ''
        ? words(
            'the name before the colon is missing',
            'write `name: value`, or `#` before a comment',
          )
        : words(
            `${quote(name)} is not a known field`,
            didYouMean(name, known, 'remove the line, unless you know a crawler that reads it'),
          ),
    explain:
      'Neither RFC 9309 and its extensions nor ACAP 1.1 know a field of this name. It ' +
      'stays in the file, belongs to no group or record, closes none and has no effect ' +
      '(R4). Names are compared whole: `Disallowed` is not `Disallow`.',
  },
  'stray-line': {
    code: 'ACAP004',
    severity: 'warning',
    words: (text: string) =>
      words(
        `${quote(text)} is neither a field nor a comment`,
        'write `name: value`, or `#` before a comment',
      ),
    explain:
      'A line is a field, `name: value`, or a comment, or blank. This one has no colon and ' +
      'neither of the forms that need none (R9): an ACAP name as the first word, or ' +
      'exactly two words, the first a conventional name. It stays in the file and has no ' +
      'effect.',
  },
  'misspelt-field': {
    code: 'ACAP005',
    severity: 'warning',
    words: (written: string, meant: string, lacks: 'colon' | 'name') =>
      words(
        {
          colon: `${quote(meant)} has no colon`,
          name: `${quote(written)} is read as \`${meant}\``,
        }[lacks],
        { colon: `write \`${meant}:\``, name: `write \`${meant}\`` }[lacks],
      ),
    explain:
      "The field is understood although its name is misspelt (R9). Google's parser knows " +
      'some of these spellings; others are in the ACAP guide and in files of its pilot. ' +
      'Crawlers that do not know them ignore the line.',
  },
  'misspelt-value': {
    code: 'ACAP006',
    severity: 'warning',
    words: (written: string, meant: string) =>
      words(`${quote(written)} is read as \`${meant}\``, `write \`${meant}\``),
    explain:
      'The value is understood although the specifications define another spelling (R9): ' +
      'ACAP Part 1, 2.4.1.2 writes `until-recrawl` for `until-recrawled`, the change list ' +
      "`ref` for `usage-ref`, the guide's example 4.10 `present-links` for `present-link`. " +
      'A crawler that follows the definitions may not understand it, and must then read a ' +
      'permission as a prohibition (ACAP Part 1, 2.4.3).',
  },
  'hash-in-value': {
    code: 'ACAP007',
    severity: 'warning',
    words: (comment: string) =>
      words(
        `${quote(comment)} is a comment: the value ends before the \`#\``,
        'write `%23` for a `#` that belongs to the value, or a space before a comment',
      ),
    explain:
      '`#` starts a comment anywhere in a line (R2, ACAP Part 1, footnote 2, RFC 9309 ' +
      '2.2), so the value ends before it. The usage-purpose example of ACAP Part 1, 2.3.3 ' +
      'loses its fragment that way. Write a `#` of a path or URI as `%23`. Write a space ' +
      'before the `#` of a comment.',
  },
  'value-for-nothing': {
    code: 'ACAP008',
    severity: 'warning',
    words: (value: string) =>
      words(
        `${quote(value)} is ignored, because this field takes no value`,
        'remove the value, or the field',
      ),
    explain:
      '`ACAP-ignore-conventional-records` has no value (ACAP Part 1, 2.10.1). Text after ' +
      'it is ignored, even if it seems to switch the directive off.',
  },
  'non-ascii-pattern': {
    code: 'ACAP009',
    severity: 'note',
    words: (written: string, matched: string) =>
      written.trim() === ''
        ? words(
            `an unusual space belongs to the pattern, as \`${matched}\``,
            'remove it, unless the path has it',
          )
        : words(`${quote(written)} is matched as \`${matched}\``, `write \`${matched}\``),
    explain:
      "A request's path is ASCII: clients send other characters as percent-encoded UTF-8, " +
      'and patterns are compared in that form (P2, RFC 9309 2.2.2). Crawlers that compare ' +
      'bytes unchanged find no match.',
  },
  'lost-field': {
    code: 'ACAP104',
    severity: 'error',
    words: (written: string, meant: string, lacks: 'colon' | 'name') => {
      const harm = /crawler|agent/i.test(meant)
        ? 'this line names no crawler'
        : 'this line prohibits nothing'
      if (lacks === 'colon')
        return words(
          `${quote(written)} has no colon: ${harm}`,
          `write \`${meant}:\`, or \`#\` before a comment`,
        )
      const isInvisible = written.replace(/[^!-~]/g, '') === meant
      const hidden = isInvisible ? ', without the character that is not visible here' : ''
      return words(`${quote(written)} is not a known field: ${harm}`, `write \`${meant}\`${hidden}`)
    },
    explain:
      'The name differs by at most two letters from that of a prohibition, `User-agent` or ' +
      '`ACAP-crawler`. Crawlers do not understand this spelling (R9) and ignore the line. ' +
      'A lost prohibition leaves its pages open. After a lost name, the lines below apply ' +
      'to the crawlers above.',
  },
  'unused-ignore': {
    code: 'ACAP120',
    severity: 'warning',
    words: (code: string) =>
      words(
        `there is no finding \`${code}\` on this line`,
        'remove the comment, or the code from it',
      ),
    silence: 'never',
    explain:
      'A comment `# acap-ignore CODE REASON` silences the findings of that code on its own ' +
      'line. This one silences nothing: the mistake was fixed, or is on another line. A ' +
      'leftover comment would hide the next mistake.',
  },
  'malformed-ignore': {
    code: 'ACAP121',
    severity: 'warning',
    words: (code: string, fault: 'no code' | 'no reason' | 'unknown code' | 'not silenceable') =>
      words(
        {
          'no code': 'the comment names no code of a finding',
          'no reason': 'the comment gives no reason',
          'unknown code': `no finding has the code \`${code}\``,
          'not silenceable': `\`${code}\` cannot be silenced`,
        }[fault],
        {
          'no code': 'the form is `# acap-ignore CODE REASON`',
          'no reason': `the form is \`# acap-ignore ${code} REASON\``,
          'unknown code': 'write the code as `acap check` prints it',
          'not silenceable': 'fix what it reports',
        }[fault],
      ),
    silence: 'never',
    explain:
      'A comment that silences findings names their codes and gives a reason: `# ' +
      'acap-ignore ACAP040 the crawler reads it so`. Without both it silences nothing. ' +
      'Findings about the whole file, about other sites, or about what is served (ACAP099) ' +
      'cannot be silenced.',
  },
  'no-text': {
    code: 'ACAP126',
    severity: 'error',
    words: () =>
      words(
        'the file is no text, but UTF-16 or binary: crawlers read no rule in it, and it prohibits nothing',
        'save the file as UTF-8',
      ),
    explain:
      'A file in UTF-16, which some editors call Unicode, or a binary file has no line ' +
      'that crawlers understand (R1): it would prohibit nothing. A file is no text if more ' +
      'than one character in sixteen is a control character.',
  },
  template: {
    code: 'ACAP161',
    severity: 'error',
    words: (mark: string) =>
      words(
        `${quote(mark)} is of a template: crawlers get another file than this one`,
        'check what the server sends: `acap init NAME --from https://…/robots.txt` reads it',
      ),
    explain:
      'The file has marks of a template language (Liquid, Jinja, Go, ERB, PHP, Blade): a ' +
      'program makes the robots.txt out of it. What its lines mean is only known of the ' +
      'result, so nothing else is said of them, and the policy is not built.',
  },
  'html-page': {
    code: 'ACAP162',
    severity: 'error',
    words: () =>
      words('the file is an HTML page, not a robots.txt', 'save the text of the robots.txt alone'),
    explain:
      'A server that has no robots.txt often answers with its error page, or with its home ' +
      'page. Crawlers read such a page line by line, find no rule in it, and fetch ' +
      'everything. Nothing else is said of its lines, and the policy is not built.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>
