/**
 * CSS selectors that a route may have, and such as it may not: for the schema and for the runtime alike.
 */

export const TAKEN: readonly string[] = [
  ...['p', 'my-el', 'H1', '*', '.a', '#a', '.-a', '.--a', '._a', '.é', '.md\\:flex', '.a.b', 'p.a#b[c]', '*.a', ' a '],
  ...['[a]', '[a=b]', '[a="b c"]', "[a='']", '[a~=b]', '[a|=b]', '[a^=b]', '[a$=b]', '[a*=b]', '[a="\\""]', '[a=é]'],
  ...['[a=b i]', '[a=b s]', '[a="b"i]', '[a="b" I]', '[ a = "b" ]', '[a=bi]', '[a][b=c]'],
  ...['a b', 'a > b', 'a>b', 'a b > c d', 'a\nb', 'a\tb', 'a,b', '.a , #b', 'a > b, c d'],
  ...[':first-child', ':first-of-type', 'a:first-child.b', ':nth-child(2)', 'p:nth-child( 2n + 1 )', ':nth-child(odd)'],
  ...[':nth-of-type(even)', ':nth-child(-n+3)', ':nth-child(+3n-2)', ':nth-child(n)', ':nth-of-type(n- 1)'],
  ...[':not(.a)', 'a:not(.b):not(.c)', ':not( .a, b[c] )', ':not(*)', ':not(:first-child)', '.a:not([b="x"]) > c'],
]

export const REFUSED: readonly string[] = [
  ...['h1 + p', '.a ~ .b', 'a || b', 'a >> b', 'a > > b', '> a', 'a >', ',a', 'a,', 'a,,b', '', ' ', '&', 'a{', 'a!'],
  ...['a:hover', ':root', ':empty', ':scope', ':lang(en)', 'p::before', 'a:first-line', ':host', '::slotted(a)'],
  ...[':is(.a)', ':where(.a)', ':has(a)', '.c:last-child', ':only-child', ':only-of-type', ':last-of-type'],
  ...[':nth-last-child(2)', ':nth-last-of-type(1)', ':nth-child(2n + 1 of .a)', ':nth-child()', ':nth-child(x)'],
  ...[':nth-child(2n+)', ':nth-child(2 n)', ':nth-child(+ 2)', ':nth-child(--n)', ':nth-child(2)p', ':not()'],
  ...[':not(a b)', ':not(a > b)', 'ns|a', '[*|a]', '#1', '.1', '.-', '.-1', '.a*', '.', '#', '-', '[', '[]', '[a=]'],
  ...['[a=1]', '[a=-1]', '[a="b\nc"]', 'a/*x*/b', '.a\\\nb', 'a\vb', '-->a'],
]
