/**
 * The library's `acap-edge/enforce`: what is judged before and beside the rules when a request is enforced.
 */
export { spellings } from './spellings.ts'
