/** Sign-ins, sessions, tokens, people and projects. */
import { type AuditedAction, codeIn, OTHER_PASSWORD, OWN, PASSWORD, SOME_ID, type World } from './audited-action.ts'

const ADMIN = 'admin token'

const invitePerson: AuditedAction = async (world) => async () => {
  const { id, name } = await world.invited()
  return { subject: { id, name } }
}

const choosePassword: AuditedAction = async (world) => {
  const { id, name, code } = await world.invited()
  return async () => {
    await world.send('POST', '/auth/password-choice', { code, password: PASSWORD }, OWN)
    return { actor: { kind: 'session', id, name }, subject: { id, name } }
  }
}

/** A session of the admin, and its id. */
async function adminSession(world: World) {
  const before = new Set(await sessionIds(world))
  const headers = await world.session()
  const id = (await sessionIds(world)).find((one) => !before.has(one))
  return { headers, id }
}

async function sessionIds(world: World): Promise<string[]> {
  const { data } = await world.send('GET', '/auth/sessions?limit=100')
  return data.map(({ id }: { id: string }) => id)
}

const endedByOwner =
  (method: 'DELETE' | 'POST', path: string): AuditedAction =>
  async (world) => {
    const { headers, id } = await adminSession(world)
    return async () => {
      await world.send(method, path, undefined, headers)
      return { actor: { kind: 'session', name: ADMIN }, subject: { id, name: ADMIN } }
    }
  }

export const PEOPLE_ACTIONS = {
  'session.signed_in': {
    createSession: async (world) => async () => {
      await world.session()
      return { subject: { id: SOME_ID, name: ADMIN } }
    },
    'createSession with a password': async (world) => {
      const { id, name, email } = await world.member(PASSWORD)
      return async () => {
        await world.session({ email, password: PASSWORD })
        return { actor: { kind: 'session', id, name }, subject: { id: SOME_ID, name } }
      }
    },
    signIn: async (world) => {
      const { grants } = world.client.service.services.auth
      const caller = {
        id: 'local',
        name: 'Admin',
        role: 'admin',
        via: 'session',
        tokenId: null,
        expiresAt: null,
      } as const
      const { secret } = await grants.create('link', caller)
      return async () => {
        await world.send('GET', `/sign-in?code=${secret}`, undefined, {})
        return { actor: { kind: 'session', id: 'local', name: 'Admin' }, subject: { id: SOME_ID, name: 'Admin' } }
      }
    },
  },
  'session.signed_out': {
    deleteSession: endedByOwner('DELETE', '/auth/session'),
    signOut: endedByOwner('POST', '/auth/sign-out'),
  },
  'session.ended': {
    endSession: async (world) => {
      const { id } = await adminSession(world)
      return async () => {
        await world.send('DELETE', `/auth/sessions/${id}`)
        return { subject: { id, name: ADMIN } }
      }
    },
    endSessions: async (world) => {
      await world.session()
      const { length } = await sessionIds(world)
      return async () => {
        await world.send('DELETE', '/auth/sessions')
        return { subject: { id: '' }, details: { ended: length } }
      }
    },
    endPersonSessions: async (world) => {
      const { id, name, email } = await world.member(PASSWORD)
      await world.session({ email, password: PASSWORD })
      return async () => {
        await world.send('DELETE', `/people/${id}/sessions`)
        return { subject: { id, name }, details: { ended: 2 } }
      }
    },
  },
  'token.created': {
    createToken: async (world) => async () => {
      const name = world.name('token')
      return { subject: { id: await world.make('/auth/tokens', { name, role: 'viewer' }), name }, details: TOKEN }
    },
  },
  'token.revoked': {
    deleteToken: async (world) => {
      const name = world.name('token')
      const id = await world.make('/auth/tokens', { name, role: 'viewer' })
      return async () => {
        await world.send('DELETE', `/auth/tokens/${id}`)
        return { subject: { id, name } }
      }
    },
  },
  'person.invited': { invitePerson },
  'person.changed': {
    updatePerson: async (world) => {
      const { id, name } = await world.invited()
      return async () => {
        await world.send('PATCH', `/people/${id}`, { role: 'viewer', isDisabled: true })
        return { subject: { id, name }, details: { role: 'viewer', disabled: true } }
      }
    },
  },
  'person.link_created': {
    createPasswordLink: async (world) => {
      const { id, name } = await world.invited()
      return async () => {
        const { data } = await world.send('POST', `/people/${id}/password-link`)
        codeIn(data.url)
        return { subject: { id, name } }
      }
    },
  },
  'person.password_set': {
    choosePassword,
    changePassword: async (world) => {
      const { id, name, email } = await world.member(PASSWORD)
      const headers = await world.session({ email, password: PASSWORD })
      return async () => {
        await world.send('PUT', '/auth/password', { current: PASSWORD, password: OTHER_PASSWORD }, headers)
        return { actor: { kind: 'session', id, name }, subject: { id, name } }
      }
    },
  },
  'project.created': {
    createProject: async (world) => async () => ({ subject: await world.project() }),
  },
  'project.changed': {
    updateProject: async (world) => {
      const { id } = await world.project()
      return async () => {
        await world.send('PATCH', `/projects/${id}`, { name: 'New name' })
        return { subject: { id, name: 'New name' } }
      }
    },
  },
  'project.deleted': {
    deleteProject: async (world) => {
      const { id, name } = await world.project()
      return async () => {
        await world.send('DELETE', `/projects/${id}`)
        return { subject: { id, name } }
      }
    },
  },
  'project.member_set': {
    setProjectMember: async (world) => {
      const { id } = await world.project()
      return async () => {
        await world.send('PUT', `/projects/${id}/members`, MEMBER)
        return { subject: { id, name: id }, details: MEMBER }
      }
    },
  },
  'project.member_removed': {
    removeProjectMember: async (world) => {
      const { id } = await world.project()
      await world.send('PUT', `/projects/${id}/members`, MEMBER)
      return async () => {
        await world.send('DELETE', `/projects/${id}/members/group/sales-team`)
        return { subject: { id, name: id }, details: { kind: 'group', subject: 'sales-team' } }
      }
    },
  },
} satisfies Record<string, Record<string, AuditedAction>>

const TOKEN = { role: 'viewer' }
const MEMBER = { kind: 'group', subject: 'sales-team', role: 'editor' }
