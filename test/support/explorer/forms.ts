/** Fills in a form of the desk. */
import type { Page } from 'playwright-core'

/** Opens a form, fills it in by its labels, and has it write the policy. */
export async function writeForm(
  page: Page,
  name: string,
  values: Readonly<Record<string, string>>,
) {
  await page.getByText(name).click()
  const form = page.locator('details', { hasText: name }).last()
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
  await form.getByRole('button', { name: 'Write it' }).click()
  return form
}
