/** Exports for tests and for programs that embed the service. */
export { compose } from './compose.ts'
export { createApp } from './http/app.ts'
export { readConfig } from './platform/config.ts'
