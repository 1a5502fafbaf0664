import type { Shape } from '../messages/translate.ts'
import type { iam as enIam, user as enUser } from './messages.en.ts'

export const iam = {
  doEnableSuccess: 'Usuário habilitado com sucesso',
  doDisableSuccess: 'Usuário desabilitado com sucesso',
  doEnableAllSuccess: 'Usuário(s) habilitado(s) com sucesso',
  doDisableAllSuccess: 'Usuário(s) desabilitado(s) com sucesso',
  users: { doRemoveAllSelectedSuccess: 'Usuário(s) removido(s) com sucesso' },
  roles: { doRemoveAllSelectedSuccess: 'Função(ões) removida(s) com sucesso' },
  doAddSuccess: 'Usuário(s) salvo(s) com sucesso',
  doUpdateSuccess: 'Usuário salvo com sucesso',
  errors: {
    userAlreadyExists: 'Já existe um usuário com este e-mail',
    userNotFound: 'Usuário não encontrado',
    disablingHimself: 'Você não pode desabilitar a si mesmo',
    revokingOwnPermission: 'Você não pode revogar sua própria permissão de gerente',
    lastManager: 'Pelo menos um gerente habilitado deve permanecer',
  },
} as const satisfies Shape<typeof enIam>

export const user = {
  fields: {
    firstName: 'Nome',
    lastName: 'Sobrenome',
    fullName: 'Nome completo',
    email: 'E-mail',
    phoneNumber: 'Telefone',
    password: 'Senha',
    rememberMe: 'Lembrar-me',
    roles: 'Funções',
    avatars: 'Avatar',
  },
  validations: { email: 'E-mail {value} é inválido' },
} as const satisfies Shape<typeof enUser>
