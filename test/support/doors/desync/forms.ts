/**
 * Requests on which servers have disagreed: where one ends, whom it is for, what its header says. Each hides a request for
 * `/private/` in one for `/open/`. The families are those that are published: by the HTTP Garden (arXiv 2405.17737,
 * github.com/narfindustries/http-garden, TROPHIES.md), PortSwigger's "HTTP Desync Attacks" and llhttp's own tests
 * (github.com/nodejs/llhttp, test/request). The forms are our own.
 */
import { CHUNK_FORMS, CODING_NAMES, CODINGS, LENGTH_NAMES, LENGTHS } from './framing-forms.ts'
import { CONNECTION_OPTIONS, RAW_FORMS, UPGRADES } from './header-forms.ts'

/** A request, or several, as octets: one character each. */
export interface Form {
  readonly family: string
  /** What tells it from the others of its family. */
  readonly name: string
  /** The octets; `id` is a part of each path. */
  readonly bytes: (id: string) => string
}

/** A name that the policy refuses at `/private/`. */
export const CRAWLER = 'SearchBot1/1.0'

const BODY_METHODS = ['POST', 'GET'] as const
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST'] as const

/** All forms. */
export const FORMS: readonly Form[] = [
  ...METHODS.flatMap((method) => lengthForms(method)),
  ...BODY_METHODS.flatMap((method) => codingForms(method)),
  ...BODY_METHODS.flatMap((method) =>
    CHUNK_FORMS.map((body) =>
      form('chunks', `${method} ${body}`, method, ['Transfer-Encoding: chunked'], body),
    ),
  ),
  ...METHODS.flatMap((method) =>
    CONNECTION_OPTIONS.map((option) =>
      form(
        'connection',
        `${method} ${option}`,
        method,
        [`Connection: ${option}`, 'Content-Length: {L}'],
        '{S}',
      ),
    ),
  ),
  ...BODY_METHODS.flatMap((method) => UPGRADES.flatMap((headers) => upgradeForms(method, headers))),
  ...Object.entries(RAW_FORMS).flatMap(([family, texts]) =>
    texts.map((text): Form => ({ family, name: text, bytes: (id) => filled(text, id) })),
  ),
]

function lengthForms(method: string): readonly Form[] {
  const values = LENGTHS.map((value) =>
    form('lengths', `${method} ${value}`, method, value.split('|'), '{S}'),
  )
  if (method !== 'POST') return values
  return [
    ...values,
    ...LENGTH_NAMES.map((name) => form('length names', name, method, [`${name}{L}`], '{S}')),
    ...LENGTH_NAMES.map((name) =>
      form('length names', `${name} beside 0`, method, ['Content-Length: 0', `${name}{L}`], '{S}'),
    ),
  ]
}

/** Each coding alone, beside the length of all (CL.TE), and beside a short one (TE.CL). */
function codingForms(method: string): readonly Form[] {
  const lines = [...CODINGS.map((value) => `Transfer-Encoding:${value}`), ...CODING_NAMES]
  return lines.flatMap((line) => [
    form('codings', `${method} ${line}`, method, [line], '0\r\n\r\n{S}'),
    form('cl.te', `${method} ${line}`, method, ['Content-Length: {L5}', line], '0\r\n\r\n{S}'),
    form(
      'te.cl',
      `${method} ${line}`,
      method,
      [line, 'Content-Length: 4'],
      '{X}\r\n{S}\r\n0\r\n\r\n',
    ),
  ])
}

function upgradeForms(method: string, headers: string): readonly Form[] {
  const lines = headers.split('|')
  return [
    form('upgrades', `${method} ${headers}`, method, lines, '{S}'),
    form(
      'upgrades',
      `${method} ${headers} with a body`,
      method,
      [...lines, 'Content-Length: {L}'],
      '{S}{S}',
    ),
  ]
}

function form(
  family: string,
  name: string,
  method: string,
  headers: readonly string[],
  body: string,
): Form {
  const head = [`${method} /open/{ID} HTTP/1.1`, 'Host: {H}', 'User-Agent: {A}', ...headers, '', '']
  return { family, name, bytes: (id) => filled(head.join('\r\n') + body, id) }
}

/** A text with what stands for the smuggled request `{S}`, its length `{L}`, and the host `{H}` and agent `{A}` in their places. */
function filled(text: string, id: string): string {
  const smuggled = `GET /private/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${CRAWLER}\r\n\r\n`
  const values: Readonly<Record<string, string>> = {
    ID: id,
    H: '127.0.0.1',
    A: CRAWLER,
    S: smuggled,
    L: String(smuggled.length),
    L5: String(smuggled.length + 5),
    X: smuggled.length.toString(16),
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
}
