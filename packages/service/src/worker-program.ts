import { extname } from 'node:path'

/** The program of the worker threads. The sources are TypeScript, the build is JavaScript. */
export const WORKER_PROGRAM: URL = new URL(`./worker-thread${extname(import.meta.url)}`, import.meta.url)
