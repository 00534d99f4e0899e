import type { Config } from './config.ts'
import { isLoopback } from './hosts.ts'

/** A setting that cannot be used; the message names it. Ends the start without a stack. */
export class BadSetting extends Error {}

/** Checks what depends on several settings. */
export function checked(config: Config): Config {
  if (config.auth === 'none' && !isLoopback(config.host)) {
    throw new BadSetting(
      `--auth none makes everybody an admin, so it is refused on ${config.host}; use a loopback host.`,
    )
  }
  // Without an audience, a token that the issuer gave to any other service would be good here as well.
  const given = [config.jwtIssuer, config.jwtAudience, config.jwtJwksUrl].filter((value) => value !== undefined).length
  if (given !== 0 && given !== 3) {
    throw new BadSetting('--jwt-issuer, --jwt-audience and --jwt-jwks-url go together; one of them is missing.')
  }
  if ((config.agentspecRuntimeAuth === 'none') !== (config.agentspecRuntimeToken === undefined)) {
    throw new BadSetting('--agentspec-runtime-auth bearer or key and MILLRACE_AGENTSPEC_RUNTIME_TOKEN go together.')
  }
  return config
}
