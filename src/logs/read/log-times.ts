/** Parses times in logs to milliseconds since 1970; NaN for invalid times and implausible years. */

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const SECONDS = /^\d+(?:\.\d+)?$/
/** From this number on, a time since 1970 is in milliseconds, or in nanoseconds. */
const LEAST_MILLISECONDS = 1e11
const LEAST_NANOSECONDS = 1e14
/**
 * The web is younger. One line of another year would make the period of a report thousands of years
 * long.
 */
const EARLIEST = Date.UTC(1990)
const LATEST = Date.UTC(2100)

/** Reads the times of one log. Lines of one minute follow each other, so a minute is read once. */
export class LogClock {
  /** Times without a zone, which are read as UTC. */
  zoneless = 0
  #minute = ''
  #zone = ''
  #minuteAt = NaN
  #isCommonZoned = true
  #text = ''
  #time = NaN
  #isZoned = true

  /**
   * RFC 3339, the form of Common Log Format, or seconds, milliseconds or nanoseconds since 1970.
   */
  timeOf(text: string): number {
    const time = text.charCodeAt(2) === SLASH ? this.#commonTime(text) : this.#otherTime(text)
    return time >= EARLIEST && time < LATEST ? time : NaN
  }

  #otherTime(text: string): number {
    if (text !== this.#text) {
      this.#text = text
      this.#isZoned = SECONDS.test(text) || ZONED.test(text)
      this.#time = SECONDS.test(text)
        ? sinceEpoch(Number(text))
        : parsed(this.#isZoned ? text : `${text.replace(' ', 'T')}Z`)
    }
    if (!this.#isZoned) this.zoneless++
    return this.#time
  }

  /** Reads `21/Nov/2026:06:39:41 +0000`. */
  #commonTime(text: string): number {
    const zone = zoneIn(text)
    if (
      this.#minute === '' ||
      !text.startsWith(this.#minute) ||
      !text.startsWith(this.#zone, zone)
    ) {
      this.#minute = text.slice(0, MINUTE)
      this.#zone = text.slice(zone, zone + 6)
      this.#isCommonZoned = COMMON_ZONE.test(this.#zone)
      this.#minuteAt = minuteOf(this.#minute, this.#isCommonZoned ? this.#zone : UTC)
    }
    if (!this.#isCommonZoned) this.zoneless++
    const second = Number(text.slice(MINUTE + 1, MINUTE + 3))
    // A minute may have a leap second.
    return second > 60 ? NaN : this.#minuteAt + second * 1000
  }
}

/** A day alone is one of UTC; a time of a day may have its zone behind it. */
const ZONED = /^(?:\d{4}-\d\d-\d\d|.*(?:Z|[+-]\d\d:?\d\d|GMT|UTC))$/i
const COMMON_ZONE = /^ [+-]\d{4}$/
const UTC = ' +0000'
const SLASH = 0x2f
/** How long a time of Common Log Format is up to its minutes, and where its zone begins. */
const MINUTE = 17
const ZONE = 20

/** Behind the seconds, which may have a fraction. */
function zoneIn(text: string): number {
  const code = text.charCodeAt(ZONE)
  if (code !== POINT && code !== COMMA) return ZONE
  const space = text.indexOf(' ', ZONE)
  return space < 0 ? text.length : space
}

const POINT = 0x2e
const COMMA = 0x2c

function sinceEpoch(value: number): number {
  const milliseconds =
    value > LEAST_NANOSECONDS
      ? value / 1e6
      : value > LEAST_MILLISECONDS
        ? value
        : Math.round(value * 1000)
  // NaN, too, for a number that no date can be: 1e300.
  return new Date(milliseconds).getTime()
}

const ISO_DATE = /^\d{4}-\d\d-\d\d/

/**
 * `Date.parse` takes the 30th of February for the 2nd of March, and `x 5` for the 1st of May 2001.
 */
function parsed(text: string): number {
  if (!ISO_DATE.test(text)) return NaN
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number)
  return day! > SHORTEST_MONTH && !isDay(year!, month! - 1, day!) ? NaN : Date.parse(text)
}

const SHORTEST_MONTH = 28

function isDay(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month, day)).getUTCMonth() === month
}

function minuteOf(text: string, zone: string): number {
  const month = MONTHS.indexOf(text.slice(3, 6)) / 3
  if (!Number.isInteger(month) || month < 0) return NaN
  const [day, year, hour, minute] = [
    text.slice(0, 2),
    text.slice(7, 11),
    text.slice(12, 14),
    text.slice(15, 17),
  ].map(Number)
  if (!isDay(year!, month, day!) || hour! > 23 || minute! > 59) return NaN
  const offset =
    (zone[1] === '-' ? -1 : 1) * (Number(zone.slice(2, 4)) * 60 + Number(zone.slice(4, 6)))
  return Date.UTC(year!, month, day, hour, minute! - offset)
}
