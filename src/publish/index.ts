/**
 * The library's `acap-edge/publish`: a site that was read in, the robots.txt that is served for it out. Runs offline.
 */
export { type GeneratedRobots, generateRobots, type ServedOptions } from './robots.ts'
