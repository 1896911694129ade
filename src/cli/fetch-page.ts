/**
 * An address of the web → the answer, or in words why there is none. Knows nothing of what is fetched.
 */

/** What the codes of the system, and of fetch, mean to a person. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host cannot be looked up',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was cut',
  TimeoutError: 'no answer in time',
  'bad port': 'nobody may ask at that port',
}

/** Fetches, waiting so long. Throws an Error whose message says what is the matter. */
export async function fetchPage(url: string | URL, patienceMs: number): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch((fault: Error) => {
    throw new Error(reasonOf(fault))
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer
}

/** fetch wraps what went wrong, in one or two covers. */
function reasonOf(fault: Error): string {
  const { name, code, message } = (fault.cause ?? fault) as NodeJS.ErrnoException
  return FAULTS[code ?? ''] ?? FAULTS[name] ?? FAULTS[message] ?? message
}
