/**
 * A generator of browsers' User-Agent headers, which no policy may identify as a crawler's.
 */
import fc from 'fast-check'

const word = (text: string) => fc.constantFrom(...text.split(' '))
const version = fc.tuple(fc.nat(150), fc.nat(20)).map(([major, minor]) => `${major}.${minor}`)
const system = fc.oneof(
  word('10.0 6.1 5.1').map((nt) => `Windows NT ${nt}; Win64; x64`),
  word('10_15_7 14_5').map((os) => `Macintosh; Intel Mac OS X ${os}`),
  word('x86_64 aarch64 armv7l').map((cpu) => `X11; Linux ${cpu}`),
  fc
    .tuple(
      version,
      word(
        'Spider Titan Zeus Black Bot Robot Crawler NG Cosmos Snap Mercury Helix Vortex SM-A546B MON-AL19 Web',
      ),
      version,
    )
    .map(([os, device, model]) => `Linux; Android ${os}; ${device} ${model} Build/AP3A.240617.008`),
  version.map((os) => `iPhone; CPU iPhone OS ${os.replace('.', '_')} like Mac OS X`),
)
const app = fc.oneof(
  fc.constant(''),
  word(
    'Edg OPR Vivaldi YaBrowser Whale UCBrowser DuckDuckGo Flipboard CocCoc SamsungBrowser',
  ).chain((name) => version.map((number) => ` ${name}/${number}`)),
  word('Pinterest/iOS Pinterest/Android FBAN/FBIOS;FBAV/530.0;FBLC/es_ES').map(
    (name) => ` [${name}]`,
  ),
  word('en de es fr ng').map(
    (locale) => ` Instagram 404.0 (iPhone15,2; iOS 18_7; ${locale}; scale=3.00)`,
  ),
)
const engine = fc.oneof(
  fc
    .tuple(version, app)
    .map(
      ([number, name]) =>
        `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${number} Safari/537.36${name}`,
    ),
  fc
    .tuple(version, app)
    .map(
      ([number, name]) =>
        `AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${number} Mobile/15E148${name}`,
    ),
  version.map((number) => `Gecko/20100101 Firefox/${number}`),
)

/** Headers of invented browsers. */
export const browserHeaders: fc.Arbitrary<string> = fc
  .tuple(system, engine)
  .map(([platform, rest]) => `Mozilla/5.0 (${platform}) ${rest}`)
