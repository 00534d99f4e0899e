import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AddressRanges } from './address-ranges.ts'
import { BadSetting, type Config, readConfig, settingRows } from './config.ts'

function config(flags: readonly string[], env: Record<string, string> = {}): Config {
  const read = readConfig(flags, env)
  if (read === 'help') throw new Error('help')
  return read
}

describe('settings', () => {
  test('have defaults', () => {
    expect(config([])).toEqual({
      port: 7410,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      basePath: '/api/v1',
      publicUrl: undefined,
      database: resolve('data/millrace.db'),
      standby: false,
      cluster: undefined,
      auth: 'token',
      corsOrigin: [],
      publicOpenapi: false,
      allowedHost: [],
      nodes: [],
      watchNodes: false,
      logLevel: 'info',
      accessLog: false,
      trustProxy: new AddressRanges([]),
      metrics: undefined,
      otlpEndpoint: undefined,
      otlpTracesEndpoint: undefined,
      modelPrice: new Map(),
      modelCurrency: 'USD',
      usageRetentionDays: 730,
      rateLimit: 0,
      jwtIssuer: undefined,
      jwtAudience: undefined,
      jwtJwksUrl: undefined,
      jwtRoleClaim: 'role',
      oidcIssuer: undefined,
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcClientSecretFile: undefined,
      oidcScopes: 'openid profile email',
      oidcRoleClaim: 'groups',
      oidcRoleMap: new Map(),
      oidcDefaultRole: 'none',
      oidcName: 'single sign-on',
      oidcSessionHours: 12,
      maxWorkflowNodes: 10_000,
      maxWorkflowVersions: 500,
      maxConcurrentExecutions: 100,
      maxCodeSeconds: 60,
      maxStreams: 1000,
      maxStreamsPerCaller: 100,
      maxModelAnswerMib: 16,
      maxModelSeconds: 900,
      maxModelTokens: undefined,
      maxWaitingExecutions: 10_000,
      stopTimeoutSeconds: 10,
      keepExecutionsDays: 30,
      keepExecutionsPerWorkflow: 10_000,
      sessionRetentionDays: 0,
      messageRetentionDays: 0,
      keyValueRetentionDays: 0,
      fileRetentionDays: 0,
      auditRetentionDays: 365,
      credentialEnv: 'MILLRACE_CREDENTIAL_',
      credentialDir: undefined,
      backupDir: undefined,
      backupEveryHours: 24,
      backupKeep: 14,
      assistantProvider: undefined,
      assistantModel: undefined,
      assistantConnection: undefined,
      chatDialect: 'millrace',
      egressAllow: [],
      httpProxy: undefined,
      httpsProxy: undefined,
      noProxy: [],
      openaiApiKey: undefined,
      openaiBaseUrl: undefined,
      anthropicApiKey: undefined,
      anthropicBaseUrl: undefined,
      googleApiKey: undefined,
      googleBaseUrl: undefined,
      ollamaBaseUrl: 'http://127.0.0.1:11434/v1',
      mcpStdio: false,
      agentspecRegistry: undefined,
      agentspecRuntime: undefined,
      agentspecRuntimeAuth: 'none',
      agentspecRuntimeToken: undefined,
      agentspecRuntimeDialect: 'simple',
      maxBodyMib: 16,
      maxWebhookMib: 1,
      maxPortValueMib: 8,
      secretKey: undefined,
      secretKeyPrevious: [],
      build: 'source',
    })
  })

  test('are read from flags, with a space or an equals sign', () => {
    expect(config(['--port', '1', '--base-path=/x/'])).toMatchObject({ port: 1, basePath: '/x' })
  })

  test('are read from the environment', () => {
    const env = {
      MILLRACE_PORT: '2',
      MILLRACE_CORS_ORIGIN: 'https://a.example, https://b.example',
      MILLRACE_AUTH: 'none',
    }
    expect(config([], env)).toMatchObject({
      port: 2,
      corsOrigin: ['https://a.example', 'https://b.example'],
      auth: 'none',
    })
  })

  test('prefer a flag over the environment', () => {
    expect(config(['--port', '1'], { MILLRACE_PORT: '2' }).port).toBe(1)
  })

  test('merge a list flag that is given several times', () => {
    expect(config(['--nodes', 'a', '--nodes', 'b,c']).nodes).toEqual(['a', 'b', 'c'])
  })

  test('default to a database file in the data folder', () => {
    expect(config(['--data-dir', '/x']).database).toBe('/x/millrace.db')
    expect(config(['--database', 'postgres://db/x']).database).toBe('postgres://db/x')
  })

  test('read the secret key in hex or base64, from the environment only', () => {
    const bytes = Buffer.alloc(32, 7)
    for (const text of [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]) {
      expect(Buffer.from(config([], { MILLRACE_SECRET_KEY: text }).secretKey ?? [])).toEqual(bytes)
    }
    expect(() => config(['--secret-key', 'x'])).toThrow("Unknown option '--secret-key'")
  })

  test('read model keys from the usual environment names too, ours first, and never from flags', () => {
    const names = {
      OPENAI_API_KEY: 'sk-a',
      ANTHROPIC_API_KEY: '',
      GEMINI_API_KEY: 'g',
      OLLAMA_BASE_URL: 'http://o/v1/',
    }
    expect(config([], names)).toMatchObject({
      openaiApiKey: 'sk-a',
      anthropicApiKey: undefined,
      googleApiKey: 'g',
      ollamaBaseUrl: 'http://o/v1',
    })
    expect(config([], { ...names, MILLRACE_OPENAI_API_KEY: 'sk-b' }).openaiApiKey).toBe('sk-b')
    expect(config(['--ollama-base-url', 'http://flag'], names).ollamaBaseUrl).toBe('http://flag')
    expect(() => config(['--openai-api-key', 'x'])).toThrow("Unknown option '--openai-api-key'")
  })

  test('normalise an origin as browsers do', () => {
    expect(config(['--cors-origin', 'HTTPS://App.Example.com:443/']).corsOrigin).toEqual(['https://app.example.com'])
  })
})

test('reads the prices of models and rejects others', () => {
  const { modelPrice } = config(['--model-price', 'openai/gpt-4.1=2/8, ollama/llama3:8b=0/0.5'])
  expect([...modelPrice]).toEqual([
    ['openai/gpt-4.1', { input: 2, output: 8 }],
    ['ollama/llama3:8b', { input: 0, output: 0.5 }],
  ])
  for (const wrong of ['gpt-4.1=2/8', 'openai/gpt-4.1=2', 'openai/gpt-4.1=x/8', 'openai/gpt-4.1']) {
    expect(() => config(['--model-price', wrong]), wrong).toThrow('--model-price must list prices such as')
  }
})

describe('an invalid setting stops the start with a message that names it', () => {
  test.each<[string[], Record<string, string>, string]>([
    [['--trust-proxy', 'proxy.local'], {}, '--trust-proxy must list addresses or ranges such as 10.0.0.0/8'],
    [['--trust-proxy', '10.0.0.0/33'], {}, '(got "10.0.0.0/33")'],
    [['--metrics', '9464'], {}, '--metrics must be a host and a port such as 127.0.0.1:9080 (got "9464")'],
    [['--nonsense'], {}, "Unknown option '--nonsense'"],
    [['stray'], {}, "Unexpected argument 'stray'"],
    [['--port'], {}, "Option '--port <value>' argument missing"],
    [['--port', 'abc'], {}, '--port must be a port from 0 to 65535 (got "abc").'],
    [['--port', '65536'], {}, '--port must be a port from 0 to 65535 (got "65536").'],
    [['--port', '-1'], {}, "'--port' argument is ambiguous"],
    [[], { MILLRACE_PORT: '' }, 'MILLRACE_PORT must be a port from 0 to 65535 (got "").'],
    [[], { MILLRACE_PORT: 'tcp://10.0.0.1:80' }, 'MILLRACE_PORT must be a port'],
    [['--host', ''], {}, '--host must not be empty.'],
    [['--auth', 'maybe'], {}, '--auth must be one of token, none (got "maybe").'],
    [['--log-level', 'loud'], {}, '--log-level must be one of'],
    [['--base-path', 'api'], {}, '--base-path must be a path such as /api/v1 (got "api").'],
    [['--base-path', '/a/:id'], {}, '--base-path must be a path'],
    [[], { HTTPS_PROXY: 'u:secret@proxy:3128' }, 'HTTPS_PROXY must be the address of a proxy such as http://'],
    [['--public-url', 'flows.example.com'], {}, '--public-url must be an address such as https://'],
    [['--public-url', 'https://u:p@flows.example.com'], {}, '--public-url must be an address'],
    [['--public-url', 'https://flows.example.com/?a=b'], {}, '--public-url must be an address'],
    [['--public-url', 'https://flows.example.com/a%20b'], {}, '--public-url must be an address'],
    [['--cors-origin', '*'], {}, '--cors-origin must list origins such as https://app.example.com (got "*").'],
    [['--cors-origin', 'https://a.example/path'], {}, '--cors-origin must list origins'],
    [['--max-body-mib', '0'], {}, '--max-body-mib must be a whole number from 1 to 1024 (got "0").'],
    [['--max-workflow-nodes', '1e3'], {}, '--max-workflow-nodes must be a whole number'],
    [
      ['--jwt-issuer', 'x'],
      {},
      '--jwt-issuer, --jwt-audience and --jwt-jwks-url must be set together; at least one is missing.',
    ],
    [['--jwt-jwks-url', 'http://id.example/keys'], {}, '--jwt-jwks-url must be an https address'],
    [[], { MILLRACE_SECRET_KEY: 'short' }, 'MILLRACE_SECRET_KEY must be 32 bytes in base64 or hex.'],
    [[], { MILLRACE_SECRET_KEY_PREVIOUS: 'a'.repeat(64) }, 'MILLRACE_SECRET_KEY_PREVIOUS requires MILLRACE_SECRET_KEY'],
    [['--openai-base-url', 'models'], {}, '--openai-base-url must be an address such as https://host/v1.'],
    [[], { OPENAI_API_KEY: 'two words' }, 'OPENAI_API_KEY must be one word of visible ASCII characters.'],
    [
      ['--auth', 'none', '--host', '0.0.0.0'],
      {},
      '--auth none gives every caller admin rights, so it is not allowed on 0.0.0.0; use a loopback host.',
    ],
  ])('%j %j', (flags, env, message) => {
    expect(() => config(flags, env)).toThrow(BadSetting)
    expect(() => config(flags, env)).toThrow(message)
  })

  test('the message never contains the secret key', () => {
    expect(() => config([], { MILLRACE_SECRET_KEY: 'hunter2' })).not.toThrow('hunter2')
    expect(() => config([], { MILLRACE_OPENAI_API_KEY: 'hunter 2' })).not.toThrow('hunter')
  })
})

describe('help', () => {
  test('is printed for --help and -h', () => {
    expect(readConfig(['--help'], {})).toBe('help')
    expect(readConfig(['-h'], {})).toBe('help')
  })

  test('lists every flag with its environment variable and its default', () => {
    const text = settingRows().join('\n')
    for (const line of [
      /--port PORT +MILLRACE_PORT +port to listen on; 0 picks a free one \(7410\)/,
      /--cors-origin LIST +MILLRACE_CORS_ORIGIN /,
      / +MILLRACE_SECRET_KEY +32 bytes/,
      /--help /,
      /--version /,
    ]) {
      expect(text).toMatch(line)
    }
  })
})
