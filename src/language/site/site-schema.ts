/**
 * site.toml as one schema: what `site.ts` checks and reads it with, and what the JSON Schema for editors and
 * docs/site-toml.md are generated from. The message of a check says what the value should be. A new key is one row here; its
 * type and its default are in `src/vocabulary/site-config.ts`, in camel case.
 */
import * as v from 'valibot'
import { patternForm } from '../../grammar/path-form.ts'
import { CATEGORIES } from '../../vocabulary/decision-words.ts'
import { QUALIFIER_TABLE } from '../../vocabulary/qualifier-table.ts'
import { USAGES } from '../../vocabulary/usages.ts'
import { MODES, refuseSchema, routeSchema } from './route-schema.ts'
import { about, keys, signatureAgent, text, webOrigin, webUrl } from './schema-parts.ts'

const PATH = /^\/[^\s#]*$/
const HOST = /^(?:\*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/

/** Whether a URL can name a host as it is written. No request comes for any other. */
function isRequested(host: string): boolean {
  if (host === '*') return true
  const url = `https://${host}`
  return URL.canParse(url) && new URL(url).hostname === host.replace(/:\d+$/, '').toLowerCase()
}

const SIGNALS = /^[a-z][a-z0-9-]*=[a-z]+(?:, ?[a-z][a-z0-9-]*=[a-z]+)*$/
/** A plain path: what begins with it is meant. */
const SECTION = /^\/[^\s#*$]*$/

const sectionSchema = v.pipe(
  v.string(),
  v.regex(SECTION, 'a path that begins with `/`, without `*` and `$`'),
  v.transform(patternForm),
)

/** The paths below which a usage is prohibited. */
const closedSchema = v.union([
  v.pipe(
    v.literal(false, '`false` for the whole site'),
    v.transform((): readonly string[] => ['/']),
  ),
  v.pipe(v.array(sectionSchema), v.nonEmpty('a list of paths such as `["/archive/"]`')),
])

const interpretsSchema = v.union([
  v.picklist(['all', 'crawl-only']),
  v.strictObject({
    usages: about('Usages it can act on.', v.array(v.picklist(USAGES))),
    qualifiers: about('Qualifiers it can act on.', v.array(v.picklist(QUALIFIER_TABLE.map((row) => row.type)))),
    elements: v.optional(about('Whether it processes class attributes.', v.boolean()), true),
  }),
])

const crawlerSchema = keys({
  purposes: about('What it uses pages for: these choose sub-records.', v.array(text)),
  interprets: about('`all`, `crawl-only` (knows robots.txt alone), or the words that it knows.', interpretsSchema),
  dialect: about('`rep`: it reads only conventional records and skips ACAP lines.', v.picklist(['acap', 'rep'])),
  networks: about(
    'Files in policies/.networks/, without `.json`, that list the addresses it comes from.',
    v.array(v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'the name of a file in policies/.networks/ without `.json`'))),
  ),
  'signature-agents': about(
    'Where its signing keys are (Web Bot Auth): the origin of its key directory, or the URL of its key set.',
    v.array(signatureAgent),
  ),
  category: about('What it is for, where the registry does not know it.', v.picklist(CATEGORIES)),
})

/** The schema of site.toml. */
export const SITE_SCHEMA = keys({
  hosts: about(
    'Host names that this site answers for; `*` answers for any.',
    v.array(
      v.pipe(
        v.string(),
        v.regex(HOST, 'a host name, with its port where it is not the usual one, or `*`'),
        v.check(
          isRequested,
          'a host as clients send it: `1.2.3.999` is no address, and `127.1` is sent as `127.0.0.1`',
        ),
        v.toLowerCase(),
      ),
    ),
  ),
  canonical: about('Scheme, host and port at which the pages belong; `location = true` compares with it.', webOrigin),
  origin: about(
    "The server behind the edge. The variable ORIGIN_URL overrides it. Without either, the edge uses the service binding ORIGIN, else the zone's own origin.",
    webOrigin,
  ),
  mode: about('`observe` decides and logs but refuses nothing; `off` passes everything on.', v.picklist(MODES)),
  unknown: about('In the `*` site: what happens to hosts that no site names.', v.picklist(['pass', 'refuse'])),
  exempt: about(
    'Paths that are served to everybody before any rule.',
    v.array(v.pipe(v.string(), v.regex(PATH, 'a path that begins with `/`'))),
  ),
  'decision-header': about('Whether answers to crawlers carry the decision in `ACAP-Decision`.', v.boolean()),
  'log-addresses': about('Whether the log has the whole address of a crawler, and not its network alone.', v.boolean()),
  identify: about(
    'Who counts as a crawler, and how far a name is believed.',
    keys({
      libraries: about(
        'What bare HTTP libraries and requests without User-Agent are.',
        v.picklist(['crawler', 'reader']),
      ),
      'self-declared': about(
        'What an unknown client is that declares itself a bot; `report` is a reader that is named and counted.',
        v.picklist(['crawler', 'report', 'reader']),
      ),
      failed: about(
        'What happens to a name that fails its check: it can close but never open (`anonymous`), is refused (`refuse`), or is believed (`ignore`).',
        v.picklist(['anonymous', 'refuse', 'ignore']),
      ),
    }),
  ),
  paths: about(
    'How the origin reads paths.',
    keys({
      distinct: about(
        'Spellings that the origin treats as different paths, so that they need not be decided together.',
        v.array(v.picklist(['params', 'slashes', 'encoded-slash'])),
      ),
      folds: about(
        'Further spellings that the origin treats alike: `double-encoding` (`%252F` is `%2F`), `full-width` (`／` is `/`), `segment-dots` (dots and blanks at the end of a segment are ignored), `case` (conventional rules match in any letter case, as ACAP fields always do).',
        v.array(v.picklist(['double-encoding', 'full-width', 'segment-dots', 'case'])),
      ),
      'take-down-query': about(
        '`any`: a take-down without a query counts for its path with any query.',
        v.picklist(['exact', 'any']),
      ),
    }),
  ),
  embed: about(
    'What pages tell crawlers.',
    keys({
      audience: about(
        'Who gets the tags. `crawlers` adds `Cache-Control: private`.',
        v.picklist(['everyone', 'crawlers', 'nobody']),
      ),
      conventional: about('Also the robots META and X-Robots-Tag words that say the same.', v.boolean()),
      noarchive: about(
        'Also `noarchive` for a prohibition to preserve, though it says more than ACAP does.',
        v.boolean(),
      ),
      headers: about('Headers on what cannot carry META.', v.boolean()),
      'frame-ancestors': about('Enforce prohibitions of `present-original` by Content-Security-Policy.', v.boolean()),
      unread: about(
        'What a crawler gets of a page whose own META the edge cannot read: 503 (`refuse`), or the page (`serve`).',
        v.picklist(['refuse', 'serve']),
      ),
    }),
  ),
  signals: about(
    'Statements in other vocabularies, sent as written. Nothing is ever guessed from what ACAP does not say.',
    keys({
      'content-signal': about(
        "Cloudflare's Content Signals, as in `search=yes, ai-train=no`.",
        v.pipe(v.string(), v.regex(SIGNALS, '`name=value` pairs, with commas between them')),
      ),
      'content-usage': about(
        "The AIPREF draft's Content-Usage, as in `train-ai=n`.",
        v.pipe(v.string(), v.regex(SIGNALS, '`name=value` pairs, with commas between them')),
      ),
      'tdm-reservation': about(
        'TDMRep: 1 reserves the rights to text and data mining.',
        v.pipe(v.picklist([0, 1]), v.transform(String)),
      ),
      'tdm-policy': about('TDMRep: where to get a licence for mining.', webUrl),
      license: about('RSL: the licence document of the whole site.', webUrl),
    }),
  ),
  refuse: about('How a refusal is answered.', refuseSchema),
  categories: about(
    'What is prohibited to every crawler of a category, on the whole site or below paths: `[categories.training]` and `crawl = false`, or `crawl = ["/archive/"]`.',
    v.record(v.picklist(CATEGORIES), v.record(v.picklist(USAGES), closedSchema)),
  ),
  crawlers: about('What is known of single crawlers, by name: `[crawlers.NAME]`.', v.record(text, crawlerSchema)),
  route: about('Overrides for parts of the site: `[[route]]`, any number.', v.array(routeSchema)),
})

/** site.toml as checked: the keys that are written, in the spelling of the file. */
export type SiteToml = v.InferOutput<typeof SITE_SCHEMA>
