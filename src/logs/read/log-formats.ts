/**
 * Known text formats in nginx's variables, each from its vendor's documentation. A line may
 * continue after them. JSON and W3C formats need no row: log-names.json lists their names for the
 * parts of a request.
 */

interface KnownFormat {
  /** What it is called, and where it is described. */
  readonly name: string
  readonly source: string
  readonly format: string
  /** What may follow, and need not. */
  readonly tail?: string
}

const COMBINED =
  '[$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'
const FORWARDED = ' "$http_x_forwarded_for"'
const ELB = '$- $target_processing_time $- $status $- $- $bytes_sent "$request" "$http_user_agent"'
const ENVOY =
  '$bytes_sent $milliseconds $- "$http_x_forwarded_for" "$http_user_agent" "$-" "$http_host"'

const NGINX = 'https://nginx.org/en/docs/http/ngx_http_log_module.html'
const AWS_LOGS = 'https://docs.aws.amazon.com/elasticloadbalancing/latest'
const ENVOY_LOGS =
  'https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage'
const PROXY_MANAGER =
  'https://github.com/NginxProxyManager/nginx-proxy-manager/blob/develop/docker/rootfs/etc/nginx/conf.d/include/log-proxy.conf'

/** The most frequent first: the first that fits a line is tried for the next one, too. */
export const LINE_FORMATS: readonly KnownFormat[] = [
  {
    name: 'Combined Log Format, also as the packages of nginx.org write it (`main`)',
    source: `https://httpd.apache.org/docs/2.4/logs.html#combined, ${NGINX}`,
    format: `$remote_addr - $remote_user ${COMBINED}`,
    tail: FORWARDED,
  },
  {
    name: 'the same behind a virtual host, as Debian’s `vhost_combined`',
    source: 'https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#examples',
    format: `$host $remote_addr - $remote_user ${COMBINED}`,
    tail: FORWARDED,
  },
  {
    name: 'both, with an identity (RFC 1413)',
    source: 'https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats',
    format: `$host $remote_addr $- $- ${COMBINED}`,
    tail: FORWARDED,
  },
  {
    name: 'the same with an identity (RFC 1413)',
    source: 'https://httpd.apache.org/docs/2.4/logs.html#common',
    // A name with spaces would take in the prefix of another format.
    format: `$remote_addr $- $- ${COMBINED}`,
    tail: FORWARDED,
  },
  {
    name: 'the older Ingress NGINX Controller of Kubernetes',
    source: 'https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/log-format/',
    format: `$remote_addr - [$-] - $remote_user ${COMBINED}`,
  },
  {
    name: 'an application load balancer of AWS',
    source: `${AWS_LOGS}/application/load-balancer-access-logs.html`,
    format: `$type $time_iso8601 $elb $client $target_port ${ELB}`,
  },
  {
    name: 'a classic load balancer of AWS',
    source: `${AWS_LOGS}/classic/access-log-collection.html`,
    format: `$time_iso8601 $elb $client $target_port ${ELB}`,
  },
  {
    name: 'S3',
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html',
    format:
      '$owner $bucket [$time_local] $remote_addr $- $- $- $- "$request" $status $- $bytes_sent $- $milliseconds $- "$http_referer" "$http_user_agent"',
    tail: ' $- $- $- $- $- $http_host',
  },
  {
    name: 'Envoy',
    source: ENVOY_LOGS,
    format: `[$time_iso8601] "$request" $status $- $- ${ENVOY}`,
  },
  {
    name: 'Istio',
    source: 'https://istio.io/latest/docs/tasks/observability/logs/access-log/',
    format: `[$time_iso8601] "$request" $status $- $- $- "$-" $- ${ENVOY}`,
  },
  {
    name: 'Nginx Proxy Manager',
    source: PROXY_MANAGER,
    format:
      '[$time_local] $cachestatus $- $status - $request_method $- $http_host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $-] [Sent-to $-] "$http_user_agent" "$http_referer"',
  },
  {
    name: 'NPMplus',
    source: 'https://github.com/ZoeyVid/NPMplus',
    format:
      '[$time_local] $host $remote_addr $request_time "$request" $status $body_bytes_sent $bytes_sent $http_referer $http_user_agent',
  },
  {
    name: 'Zoraxy',
    source: 'https://github.com/tobychui/zoraxy',
    format:
      '$- $- [$time_iso8601] [router:$-] [origin:$http_host] [client: $remote_addr] [useragent: $http_user_agent] $request_method $request_uri $status',
  },
  {
    name: 'Nginx Proxy Manager for a host without a proxy',
    source: PROXY_MANAGER,
    format:
      '[$time_local] $status - $request_method $- $http_host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $-] "$http_user_agent" "$http_referer"',
  },
]

/**
 * What is written before each line by what collects logs. The rest of the line is read as if it
 * stood alone.
 */
export const LINE_PREFIXES: readonly RegExp[] = [
  // The CRI log of Kubernetes: https://kubernetes.io/docs/concepts/cluster-administration/logging/
  /^\d{4}-\d\d-\d\dT\S+ (?:stdout|stderr) [FP] /,
  // `docker compose logs`, with colours, and with times: https://docs.docker.com/reference/cli/docker/compose/logs/
  /^(?:\x1b\[[\d;]*[A-Za-z])*[\w.-]+ *(?:\x1b\[[\d;]*m)*\| (?:\x1b\[[\d;]*m)*(?:\d{4}-\d\d-\d\dT\S+Z )?/,
  // `kubectl logs --prefix --timestamps`: https://kubernetes.io/docs/reference/kubectl/generated/kubectl_logs/
  /^\[pod\/\S+\] (?:\d{4}-\d\d-\d\dT\S+ )?/,
  // RFC 5424, with structured data or without.
  /^<\d{1,3}>1 \S+ \S+ \S+ \S+ \S+ (?:-|(?:\[.*?[^\\]\])+) (?:\xef\xbb\xbf)?/,
  // RFC 3164, also as rsyslog and journalctl write it.
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S+) \S+ [^\s:[\]]+(?:\[[^\]]*\])?: ?/,
  // Logs of Heroku's processes: https://devcenter.heroku.com/articles/logging
  /^\d{4}-\d\d-\d\dT\S+ app\[[^\]]+\]: /,
  // A time alone, as `docker logs --timestamps` and `kubectl logs --timestamps`.
  /^\d{4}-\d\d-\d\dT\S+(?:Z|[+-]\d\d:\d\d) /,
  // The name of a unit: Upsun, journalctl.
  /^[\w.-]+ [\w.-]+(?:\[\d+\])?: /,
]
