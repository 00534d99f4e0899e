/** For tests and for those who run the service inside a program of their own. */
export { compose } from './compose.ts'
export { createApp } from './http/app.ts'
export { readConfig } from './platform/config.ts'
