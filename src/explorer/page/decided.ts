/** Marks what a Save has decided since: a log says what was, and knows of no Save. */
import type { ComponentChild } from 'preact'
import { EVERY_CRAWLER } from '../policy-picture.ts'
import type { DeskProps } from './desk-props.ts'
import { html, timeMark } from './html.ts'

/** `name` is in lower case; null: those that come under forged names. */
export function decidedMark(
  { decided, picture }: Pick<DeskProps, 'decided' | 'picture'>,
  name: string | null,
): ComponentChild {
  const time = decided.get(name ?? EVERY_CRAWLER)
  if (time === undefined || (name === null && picture?.refusesForged !== true)) return null
  const what = name === null ? 'refuses such requests' : 'changed what it may do'
  return html`<p class="quiet">Decided: the Save of ${timeMark(time)} ${what}.</p>`
}
