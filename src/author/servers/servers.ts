/**
 * The servers of `acap convert --to`. A new one needs a printer, an interpreter for its output, and
 * a row here.
 */

import type { Finding } from '../../language/findings/diagnostic.ts'
import type { Span } from '../../language/text/source.ts'
import { cloudflareLimits } from './cloudflare/limits.ts'
import { readApache } from './interpreters/apache.ts'
import { readCaddy } from './interpreters/caddy.ts'
import { readCloudflare } from './interpreters/cloudflare.ts'
import type { DoorReader } from './interpreters/door-reader.ts'
import { readHaproxy } from './interpreters/haproxy.ts'
import { readNginx } from './interpreters/nginx.ts'
import type { DoorPlan } from './plan.ts'
import { printApache, printHtaccess } from './printers/apache.ts'
import { printCaddy } from './printers/caddy.ts'
import { printCloudflare } from './printers/cloudflare.ts'
import { printHaproxy } from './printers/haproxy.ts'
import { printNginx } from './printers/nginx.ts'
import type { Printer, PrintOptions } from './printers/printed.ts'

export interface ServerDoor {
  readonly print: Printer
  /** Reads the files back, as the server does. */
  readonly read: DoorReader
  /** Whether a name may depend on the address that it comes from; default true. */
  readonly checksAddresses?: boolean
  /** What its files cannot hold, or hold more strictly. */
  readonly limits?: (
    plan: DoorPlan,
    options: PrintOptions,
    placeOf: (name: string) => Span,
  ) => readonly Finding[]
  readonly summary: string
  /** Where its files are included; `{prefix}` is their folder. */
  readonly include: readonly string[]
}

export const SERVER_DOORS: Readonly<Record<string, ServerDoor>> = {
  nginx: {
    print: printNginx,
    read: readNginx,
    summary: 'maps and a condition that refuse what the policy closes',
    include: [
      'in http {}: include {prefix}/acap-http.conf;',
      'the first line of server {}: include {prefix}/acap.conf;',
    ],
  },
  apache: {
    print: printApache,
    read: readApache,
    summary: 'variables and a condition for a virtual host of Apache',
    include: ['in <VirtualHost>: Include {prefix}/acap.conf'],
  },
  htaccess: {
    print: printHtaccess,
    read: readApache,
    summary: 'the same for the .htaccess of a shared host',
    include: ['the beginning of .htaccess: what {prefix}/acap.htaccess holds'],
  },
  haproxy: {
    print: printHaproxy,
    read: readHaproxy,
    summary: 'lines and maps for a frontend of HAProxy',
    include: ['the first http-request lines of the frontend: what {prefix}/acap.cfg holds'],
  },
  caddy: {
    print: printCaddy,
    read: readCaddy,
    summary: 'maps and a matcher for Caddy',
    include: ['the first line of one route {} that holds the site: import {prefix}/acap.caddyfile'],
  },
  cloudflare: {
    print: printCloudflare,
    read: readCloudflare,
    limits: cloudflareLimits,
    checksAddresses: false,
    summary: 'custom rules of Cloudflare, for its API and to paste',
    include: [
      'Security rules, Custom rules, Create rule, Edit expression: each expression of {prefix}/acap.txt, Action: Block',
      'or the rules of {prefix}/acap.json through the rulesets API (docs/doors/cloudflare.md)',
    ],
  },
}
