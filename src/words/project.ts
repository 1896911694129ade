/** Where this project lives: filled by the owner once; a release refuses null (docs/releasing.md). */

interface Project {
  /** The repository, `https://github.com/OWNER/NAME`. */
  readonly repository: string | null
  /** Where the documents are read; the `homepage` of the package. */
  readonly documents: string | null
  /** Where operators read docs/crawlers.md: refusals link to it, and it is the `type` of their problems (RFC 9457 3.1.1). */
  readonly crawlersPage: string | null
}

export const PROJECT: Project = { repository: null, documents: null, crawlersPage: null }
