interface Launched {
  readonly launch: Readonly<Record<string, unknown>>
  readonly config: { readonly defaultValue?: unknown }
}

/** The value of an input node: the launch input for its port or setting, else the setting. */
export function launched({ launch, config }: Launched, port: string): unknown {
  return launch[port] ?? launch.defaultValue ?? config.defaultValue
}
