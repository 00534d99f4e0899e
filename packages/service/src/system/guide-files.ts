/** The documentation site that the build writes (scripts/docs-site.ts). */
import { GUIDE_FOLDER } from '../platform/assets.ts'
import { builtFiles } from './built-files.ts'

/** By path, such as `tutorials/approval.html`. */
export const guideFile = builtFiles(GUIDE_FOLDER, /^(?:[\w-]+\/){0,3}[\w.-]+$/)

/** The site needs nothing inline. */
export const GUIDE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
