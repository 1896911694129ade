/**
 * Logs errors, warnings and events as JSON lines on the platform's log. Lines of requests are in
 * request-log.ts.
 */
import { LOG_VERSION, type LogLine } from '../words/log-line.ts'
import type { LogSink } from './platform.ts'

type About = Readonly<Record<string, unknown>>

export function logEvent(log: Pick<LogSink, 'log'>, what: string, about: About): void {
  log.log(textOf(what, 'info', about))
}

/**
 * Logs a problem that does not change the response, and returns it. A `fault` becomes an object.
 */
export function logWarning(log: LogSink, what: string, about: About): LogLine['fault'] {
  const fault = 'fault' in about ? faultOf(about.fault, what) : null
  log.warn(textOf(what, 'warning', fault === null ? about : { ...about, fault }))
  return fault
}

/** Logs an error in our code, and returns it. */
export function logFault(log: LogSink, where: string, cause: unknown): LogLine['fault'] {
  const fault = faultOf(cause, 'fault')
  log.error(textOf('fault', 'error', { where, fault }))
  return fault
}

function textOf(acap: string, severity: LogLine['severity'], about: About): string {
  return JSON.stringify({
    acap,
    version: LOG_VERSION,
    time: new Date().toISOString(),
    severity,
    ...about,
  })
}

/** An error as an object. */
export function faultOf(fault: unknown, otherwise: string): LogLine['fault'] {
  if (!(fault instanceof Error)) return { name: otherwise, message: String(fault), stack: null }
  return { name: fault.name, message: fault.message, stack: fault.stack ?? null }
}

/** Runs our code. If it throws or rejects, logs the error and returns the result of `otherwise`. */
export function guarded<T>(
  log: LogSink,
  where: string,
  run: () => T | Promise<T>,
  otherwise: () => T,
): T | Promise<T> {
  const recover = (fault: unknown): T => {
    logFault(log, where, fault)
    return otherwise()
  }
  try {
    const result = run()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (fault) {
    return recover(fault)
  }
}
