import { isPostgres } from '@millrace/store'
import { BadSetting } from './bad-setting.ts'
import { isLoopback } from './hosts.ts'

/** The settings that are checked together. */
interface DependentSettings {
  readonly database: string
  readonly standby: boolean
  readonly auth: 'token' | 'none'
  readonly host: string
  readonly jwtIssuer?: string | undefined
  readonly jwtAudience?: string | undefined
  readonly jwtJwksUrl?: URL | string | undefined
  readonly publicUrl?: object | undefined
  readonly oidcIssuer?: string | undefined
  readonly oidcClientId?: string | undefined
  readonly secretKey?: Uint8Array | undefined
  readonly secretKeyPrevious: readonly Uint8Array[]
  readonly agentspecRuntimeAuth: string
  readonly agentspecRuntimeToken?: string | undefined
}

/** Checks the combinations of settings; returns the settings unchanged. */
export function checked<Settings extends DependentSettings>(config: Settings): Settings {
  if (config.auth === 'none' && !isLoopback(config.host)) {
    throw new BadSetting(
      `--auth none gives every caller admin rights, so it is not allowed on ${config.host}; use a loopback host.`,
    )
  }
  if (config.standby && !isPostgres(config.database)) {
    throw new BadSetting(
      '--standby requires --database postgres://…; a SQLite file belongs to one machine and one service.',
    )
  }
  // Without an audience, a token that the issuer created for another service would be accepted here.
  const given = [config.jwtIssuer, config.jwtAudience, config.jwtJwksUrl].filter((value) => value !== undefined).length
  if (given !== 0 && given !== 3) {
    throw new BadSetting(
      '--jwt-issuer, --jwt-audience and --jwt-jwks-url must be set together; at least one is missing.',
    )
  }
  if (config.oidcIssuer !== undefined && (config.oidcClientId === undefined || config.publicUrl === undefined)) {
    throw new BadSetting(
      '--oidc-issuer requires --oidc-client-id, and --public-url, to which the provider sends people back.',
    )
  }
  if ((config.agentspecRuntimeAuth === 'none') !== (config.agentspecRuntimeToken === undefined)) {
    throw new BadSetting(
      '--agentspec-runtime-auth bearer or key requires MILLRACE_AGENTSPEC_RUNTIME_TOKEN, and the token requires one of them.',
    )
  }
  // Otherwise it would be ignored, and a process would not decrypt what others have encrypted.
  if (config.secretKey === undefined && config.secretKeyPrevious.length > 0) {
    throw new BadSetting(
      'MILLRACE_SECRET_KEY_PREVIOUS requires MILLRACE_SECRET_KEY; set it to the key in the file secret-key.',
    )
  }
  return config
}
