/**
 * Made-up requests of one day as Parquet, for the figures of docs/report.md: three in ten are by
 * twelve crawlers from 8,000 addresses, for a million pages. node bench/logs/made-up-requests.ts
 * 20000000 requests.parquet
 */
import { DuckDBInstance } from '@duckdb/node-api'

const [count = '5000000', file = 'requests.parquet'] = process.argv.slice(2)
const CRAWLERS =
  `GPTBot ClaudeBot CCBot bingbot Googlebot Amazonbot Applebot Bytespider PerplexityBot YandexBot SemrushBot
  AhrefsBot`.split(/\s+/)
const listOf = (agents: readonly string[]) => `[${agents.map((agent) => `'${agent}'`).join(', ')}]`
const crawlers = listOf(
  CRAWLERS.map((name) => `Mozilla/5.0 (compatible; ${name}/1.0; +https://bots.example/${name})`),
)
const browsers = listOf(
  Array.from(
    { length: 50 },
    (_, i) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/${90 + i}.0.0.0 Safari/537.36`,
  ),
)

const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB' })
const connection = await instance.connect()
await connection.run(`COPY (
  SELECT epoch_ms(1795132800000 + (i * 86400000 // ${count})) AS time, 'a.test' AS host, 'GET' AS method,
    CASE WHEN bot THEN '198.51.' || (h // 3 % 40) || '.' || (h // 11 % 200)
      ELSE '10.' || (h // 7 % 200) || '.' || (h // 31 % 250) || '.' || (h // 13 % 250) END AS client_ip,
    CASE WHEN bot THEN ${crawlers}[h // 5 % 12 + 1] ELSE ${browsers}[h // 5 % 50 + 1] END AS user_agent,
    CASE WHEN bot AND h % 200 = 0 THEN '/robots.txt'
      ELSE '/section' || (h // 17 % 20) || '/article-' || (h // 23 % 50000) END AS target,
    CASE WHEN h // 3 % 25 = 0 THEN 404 ELSE 200 END AS status, h // 29 % 60000 + 500 AS bytes,
    CASE WHEN NOT bot AND h // 41 % 10 = 0 THEN 'https://www.google.com/' ELSE '' END AS referrer
  FROM (SELECT i, (hash(i) >> 8)::BIGINT AS h, (hash(i + 7) % 10)::INT < 3 AS bot FROM range(${count}) AS requests(i)))
  TO '${file.replaceAll("'", "''")}' (FORMAT parquet)`)
connection.closeSync()
