import { isLoopback } from './hosts.ts'

/** A setting that cannot be used; the message names it. Ends the start without a stack. */
export class BadSetting extends Error {}

/** The settings that depend on each other. */
interface DependentSettings {
  readonly auth: 'token' | 'none'
  readonly host: string
  readonly jwtIssuer?: string | undefined
  readonly jwtAudience?: string | undefined
  readonly jwtJwksUrl?: URL | string | undefined
  readonly agentspecRuntimeAuth: string
  readonly agentspecRuntimeToken?: string | undefined
}

/** Checks what depends on several settings; returns the same settings. */
export function checked<Settings extends DependentSettings>(config: Settings): Settings {
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
