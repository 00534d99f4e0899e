/** For tests and for those who run the service inside a program of their own. */
export { compose } from './compose.ts'
export { readConfig } from './config.ts'
export { createApp } from './http/app.ts'
