/**
 * The report that a check left as an artifact → one comment of its pull request, updated in place. The report was written
 * by a job that ran on the pull request's own files: its text is foreign, and is posted as text. Which pull request it is
 * comes from the event, never from the artifact.
 */
import { readFileSync, statSync } from 'node:fs'

/** By which the comment is found again. */
const MARK = '<!-- acap-report -->'
/** A comment of GitHub's may have 65,536 characters. */
const MOST = 60_000

/** The comment's text: the report between fences that nothing in it can close. */
export function commentOf(report) {
  const text =
    report.length > MOST
      ? `${report.slice(0, MOST)}\n… the artifact acap-report has the rest`
      : report
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${MARK}\n**acap: what this change does for crawlers**\n\n${fence}text\n${text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '\ufffd')}\n${fence}\n`
}

/** Posts it. `ask` is an API call: method, path, body → the answer's JSON. */
export async function postReport(report, event, ask) {
  const { head_sha: sha, head_branch: branch, head_repository: head } = event.workflow_run
  const name = event.repository.full_name
  const query = `state=open&head=${encodeURIComponent(`${head.owner.login}:${branch}`)}`
  const pulls = await ask('GET', `/repos/${name}/pulls?${query}`)
  const pull = pulls.find((each) => each.head.sha === sha)
  if (pull === undefined) return 'no open pull request has this commit at its head'
  const body = commentOf(report)
  const comments = await ask('GET', `/repos/${name}/issues/${pull.number}/comments?per_page=100`)
  const own = comments.find((each) => each.user?.type === 'Bot' && each.body?.startsWith(MARK))
  if (own === undefined)
    await ask('POST', `/repos/${name}/issues/${pull.number}/comments`, { body })
  else await ask('PATCH', `/repos/${name}/issues/comments/${own.id}`, { body })
  return `${own === undefined ? 'posted to' : 'updated in'} #${pull.number}`
}

async function askGithub(method, path, body) {
  const { GITHUB_API_URL = 'https://api.github.com', GITHUB_TOKEN } = process.env
  const headers = { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' }
  const answer = await fetch(GITHUB_API_URL + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: status ${answer.status}`)
  return answer.json()
}

if (process.env.REPORT !== undefined) {
  const { REPORT, GITHUB_EVENT_PATH } = process.env
  if (statSync(REPORT).size > 1 << 24) throw new Error('the report is larger than 16 MiB')
  const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'))
  console.log(await postReport(readFileSync(REPORT, 'utf8'), event, askGithub))
}
