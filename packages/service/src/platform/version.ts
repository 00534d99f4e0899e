import manifest from '../../package.json' with { type: 'json' }

/** The version of this service. */
export const VERSION: string = manifest.version

/** The version of the API. */
export const API_VERSION = 'v1'
