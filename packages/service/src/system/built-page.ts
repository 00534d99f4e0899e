/** The files of the built web editor. */
import { PAGE_FOLDER } from '../platform/assets.ts'
import { builtFiles } from './built-files.ts'

/** By name, such as `assets/index-abc.js`. */
export const builtFile = builtFiles(PAGE_FOLDER, /^(?:assets\/)?[\w.-]+$/)

/** The page connects to this service only; the canvas sets inline styles. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
