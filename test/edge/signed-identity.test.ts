import { beforeAll, expect, test } from 'vitest'
import { Identifier } from '../../src/edge/identity/identify.ts'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import type { LogLine } from '../../src/words/log-line.ts'
import { edge, HOME } from '../support/edge/edge.ts'
import { FILES, network, PAGE, TOML } from '../support/edge/proven-names.ts'
import { directoryOf, Signer } from '../support/edge/signer.ts'

let signer: Signer
beforeAll(async () => {
  signer = await Signer.make()
})
const identifier = () => new Identifier(new KeyDirectories(directoryOf(signer).fetcher))
const signed = async (agent?: string) => ({
  headers: await signer.headers({
    url: HOME + PAGE,
    created: Math.floor(Date.now() / 1000) - 1,
    ...(agent !== undefined && { agent }),
  }),
})

test('[I4] a signature proves the name that the policy binds to it, with any User-Agent', async () => {
  const { ask, log } = await edge({
    files: FILES,
    networks: [network(true)],
    identifier: identifier(),
  })
  for (const userAgent of ['SearchBot1/1.0', 'Mozilla/5.0', 'OtherBot/1']) {
    expect([userAgent, (await ask(PAGE, userAgent, await signed())).status]).toEqual([
      userAgent,
      200,
    ])
    expect(log.at(-1)).toMatchObject({
      crawler: { name: 'searchbot1' },
      assurance: { level: 'verified', why: 'signed' },
    })
  }
})

test('[I4] a signature of somebody else does not prove a name', async () => {
  const { ask, log } = await edge({
    files: FILES,
    networks: [network(true)],
    identifier: identifier(),
  })
  const { headers } = await signed('https://evil.test')
  const init = { headers: { ...headers, 'cf-connecting-ip': '198.51.100.7' } }
  expect((await ask(PAGE, 'SearchBot1/1.0', init)).status).toBe(403)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'searchbot1' },
    assurance: { level: 'forged' },
  })
})

test('[I3] a client that signs is a crawler', async () => {
  const { ask, log, settled } = await edge({ files: FILES, identifier: identifier() })
  const init = await signed('https://new.test')
  await ask(PAGE, 'Mozilla/5.0', init)
  await settled()
  expect((await ask(PAGE, 'Mozilla/5.0', init)).status).toBe(403)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: null },
    assurance: { level: 'verified', why: 'signed' },
  })
})

test('[I4] a signature that does not hold takes the name away, and the refusal says why', async () => {
  const { ask } = await edge({ files: FILES, identifier: identifier() })
  const { headers } = await signed()
  const response = await ask(`${PAGE}?other`, 'SearchBot1/1.0', {
    headers: { ...headers, signature: 'sig1=:AAAA:' },
  })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('its signature does not fit this request')
})

test('[I4] a directory that is down takes no name away', async () => {
  const directories = new KeyDirectories(
    (async () => new Response('', { status: 500 })) as unknown as typeof fetch,
  )
  const { ask, log } = await edge({ files: FILES, identifier: new Identifier(directories) })
  expect((await ask(PAGE, 'SearchBot1/1.0', await signed())).status).toBe(200)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'searchbot1' },
    assurance: { level: 'unchecked' },
  })
})

test('[I4] a key under a URL of the operator’s host does not prove its origin’s name', async () => {
  const fetcher = (async (input: unknown) =>
    String(input) === 'https://bot.test/uploads/keys.json'
      ? Response.json({ keys: [signer.jwk] })
      : new Response('', { status: 404 })) as unknown as typeof fetch
  const init = await signed('https://bot.test/uploads/keys.json')
  const files = (agent: string) => ({
    ...FILES,
    'site.toml': TOML.replace('https://bot.test', agent),
  })
  const ask = async (agent: string) => {
    const setting = {
      files: files(agent),
      networks: [network(true)],
      identifier: new Identifier(new KeyDirectories(fetcher)),
    }
    const edged = await edge(setting)
    const { status } = await edged.ask(PAGE, 'Mozilla/5.0', init)
    await edged.settled()
    return [
      status,
      (await edged.ask(PAGE, 'Mozilla/5.0', init)).status,
      (edged.log.at(-1) as unknown as LogLine).crawler?.name,
    ]
  }
  expect(await ask('https://bot.test')).toEqual([200, 403, null])
  expect(await ask('https://bot.test/uploads/keys.json')).toEqual([200, 200, 'searchbot1'])
})

test('[I3] a reader never waits for keys: its signature counts once they are known', async () => {
  let answer: (response: Response) => void = () => undefined
  const arriving = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const fetcher = (() => arriving) as unknown as typeof fetch
  const { ask, log, settled } = await edge({
    files: FILES,
    identifier: new Identifier(new KeyDirectories(fetcher)),
  })
  const init = await signed()
  expect((await ask(PAGE, 'Mozilla/5.0', init)).status).toBe(200)
  expect(log).toEqual([])
  const headers = { 'content-type': 'application/http-message-signatures-directory+json' }
  answer(new Response(JSON.stringify({ keys: [signer.jwk] }), { headers }))
  await settled()
  expect((await ask(PAGE, 'Mozilla/5.0', init)).status).toBe(200)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'searchbot1' },
    assurance: { level: 'verified', why: 'signed' },
  })
})

test('[I4] a documented signer proves the name that its operator gives it', async () => {
  const robots =
    'User-agent: *\nDisallow: /private/\n\nUser-agent: Google-Agent\nAllow: /private/\n'
  const { ask, log } = await edge({ files: { 'robots.txt': robots }, identifier: identifier() })
  expect((await ask(PAGE, 'Google-Agent/1', await signed('https://agent.bot.goog'))).status).toBe(
    200,
  )
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'google-agent' },
    assurance: { level: 'verified', why: 'signed' },
  })
})
