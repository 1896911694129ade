/**
 * The formats of logs that are read, for usage texts.
 */

export const LOG_FORMATS_TEXT = `  files, plain, gzipped or zstd, in any order, as \`access.log*\`; \`-\` is standard input
  our own lines (also as \`wrangler tail --format json\` and Workers Logs wrap them), Combined Log Format with a virtual host
  or without, W3C Extended (IIS, CloudFront), load balancers of AWS, or a JSON object a line (Cloudflare Logpush and
  GraphQL, CloudFront, Caddy, Traefik, nginx with escape=json)
`
