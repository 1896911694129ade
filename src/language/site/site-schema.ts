/** The schema of site.toml, also for editors. A check's message says what is expected. */
import * as v from 'valibot'
import { CATEGORY_TABLES } from '../../words/category-tables.ts'
import { CATEGORIES } from '../../words/decision-words.ts'
import { patternForm } from '../../words/path-form.ts'
import { PRICE } from '../../words/price.ts'
import { QUALIFIER_TABLE } from '../../words/qualifier-table.ts'
import { USAGES, type Usage } from '../../words/usages.ts'
import { isHostName, isRequested } from './host-name.ts'
import { readSelectors, SELECTOR_WORDS } from './read-selectors.ts'
import {
  keys,
  lineText,
  moment,
  signatureAgent,
  text,
  textLike,
  textThat,
  webOrigin,
  webUrl,
} from './schema-parts.ts'

export const MODES = ['enforce', 'observe', 'off'] as const

const PATH = /^\/[^\s#]*$/
/** A plain path, which means all paths that begin with it. */
const SECTION = /^\/[^\s#*$]*$/
/**
 * Where a document is served: not robots.txt, and no path that is resolved or compared by prefix.
 */
const DOCUMENT = /^\/(?!robots\.txt$)(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/
const NETWORK = /^[\w.-]+$/
const SIGNALS = /^[a-z][a-z0-9-]*=[a-z]+(?:, ?[a-z][a-z0-9-]*=[a-z]+)*$/
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e]*$/
const CLASS_TOKENS = /^the-acap:(?:dis)?allow-[a-z-]+(?: the-acap:(?:dis)?allow-[a-z-]+)*$/

const host = v.pipe(
  textThat(
    (written) => written === '*' || isHostName(written),
    'a host name, with its port where it is not the usual one, or `*`',
  ),
  v.check(
    (written) => written === '*' || !isHostName(written) || isRequested(written),
    'a host as clients send it: `1.2.3.999` is no address, and `127.1` is sent as `127.0.0.1`',
  ),
  v.toLowerCase(),
)

const closed = v.union([
  v.pipe(
    v.literal(false, '`false` for the whole site'),
    v.transform((): readonly string[] => ['/']),
  ),
  v.pipe(
    v.array(
      v.pipe(
        textLike(SECTION, 'a path that begins with `/`, without `*` and `$`'),
        v.transform(patternForm),
      ),
    ),
    v.nonEmpty('a list of paths such as `["/archive/"]`'),
  ),
])

const price = textLike(PRICE, 'a currency and an amount, such as `USD 0.05`')

/** A category's table: prohibitions by usage, and the price of a page. */
const category = keys({
  ...(Object.fromEntries(USAGES.map((usage) => [usage, closed])) as Record<Usage, typeof closed>),
  price,
})

const interprets = v.union([
  v.picklist(['all', 'crawl-only']),
  v.strictObject({
    usages: v.array(v.picklist(USAGES)),
    qualifiers: v.array(v.picklist(QUALIFIER_TABLE.map((row) => row.type))),
    elements: v.optional(v.boolean(), true),
  }),
])

const crawler = keys({
  purposes: v.array(lineText),
  interprets,
  dialect: v.picklist(['acap', 'rep']),
  networks: v.array(textLike(NETWORK, 'the name of a file in policies/.networks/ without `.json`')),
  'signature-agents': v.array(signatureAgent),
  category: v.picklist(CATEGORIES),
})

const signals = textLike(SIGNALS, '`name=value` pairs, with commas between them')

/**
 * What the refusal writes itself, or the connection: a second one would break its body, or change
 * nothing.
 */
const WRITTEN_HEADERS: ReadonlySet<string> = new Set([
  'accept-signature',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'keep-alive',
  'link',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const headers = v.pipe(
  v.record(
    v.pipe(
      textLike(HEADER_NAME, 'a header name'),
      v.check(
        (name) => !WRITTEN_HEADERS.has(name.toLowerCase()),
        'a header that neither a refusal nor the connection has of its own',
      ),
    ),
    textLike(HEADER_VALUE, 'printable ASCII in one line'),
  ),
  v.transform((values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value])),
  ),
)

const refuse = keys({
  status: v.pipe(
    v.number(),
    v.integer('a whole number'),
    v.minValue(400, 'a status from 400 to 499'),
    v.maxValue(499, 'a status from 400 to 499'),
  ),
  contact: lineText,
  terms: webUrl,
  headers,
})

const element = v.pipe(
  v.strictObject({
    select: v.pipe(
      text,
      v.check((selector) => readSelectors(selector) !== null, SELECTOR_WORDS),
    ),
    class: textLike(CLASS_TOKENS, '`the-acap:allow-USAGE` or `the-acap:disallow-USAGE`'),
  }),
  v.transform((written) => ({ ...written, selectors: readSelectors(written.select)! })),
)

const route = v.strictObject({
  match: lineText,
  ...keys({
    fields: v.array(text),
    location: v.union([v.boolean(), webUrl]),
    elements: v.array(element),
    mode: v.picklist(MODES),
    refuse,
    'closed-until': moment,
    'open-until': moment,
    published: v.boolean(),
    price,
  }).entries,
})

export const SITE_SCHEMA = keys({
  hosts: v.array(host),
  canonical: webOrigin,
  origin: webOrigin,
  mode: v.picklist(MODES),
  unknown: v.picklist(['pass', 'refuse']),
  exempt: v.array(textLike(PATH, 'a path that begins with `/`')),
  'decision-header': v.boolean(),
  'log-addresses': v.boolean(),
  identify: keys({
    libraries: v.picklist(['crawler', 'reader']),
    'self-declared': v.picklist(['crawler', 'report', 'reader']),
    failed: v.picklist(['anonymous', 'refuse', 'ignore']),
  }),
  paths: keys({
    distinct: v.array(v.picklist(['params', 'slashes', 'encoded-slash'])),
    folds: v.array(v.picklist(['double-encoding', 'full-width', 'segment-dots', 'case'])),
    'take-down-query': v.picklist(['exact', 'any']),
  }),
  embed: keys({
    audience: v.picklist(['everyone', 'crawlers', 'nobody']),
    conventional: v.boolean(),
    noarchive: v.boolean(),
    headers: v.boolean(),
    'frame-ancestors': v.boolean(),
    unread: v.picklist(['refuse', 'serve']),
  }),
  robots: keys({ acap: v.picklist(['file', 'meta']) }),
  signals: keys({
    'content-signal': signals,
    'content-usage': signals,
    'tdm-reservation': v.pipe(v.picklist([0, 1]), v.transform(String)),
    'tdm-policy': webUrl,
    license: webUrl,
    'license-path': textLike(DOCUMENT, 'a path such as `/license.xml`'),
    tdmrep: v.picklist(['policy', 'origin']),
    telemetry: v.pipe(v.literal(true, '`true`'), v.transform(String)),
  }),
  refuse,
  categories: v.record(v.picklist(CATEGORY_TABLES), category),
  crawlers: v.record(lineText, crawler),
  route: v.array(route),
})

export type SiteToml = v.InferOutput<typeof SITE_SCHEMA>
