import type { Shape } from '../messages/translate.ts'
import type { iam as enIam, user as enUser } from './messages.en.ts'

export const iam = {
  menu: 'Usuários',
  title: 'Usuários',
  modes: { title: 'Mostrar', users: 'Usuários', roles: 'Funções' },
  add: 'Novos usuários',
  new: {
    title: 'Novos usuários',
    submit: 'Convidar',
    hint: 'Cada pessoa recebe um e-mail com um link para escolher uma senha.',
  },
  emailsHint: 'Vários endereços, separados por vírgula, espaço ou linha.',
  edit: 'Editar usuário',
  count: { one: '{count} usuário', many: '{count} usuários', estimate: 'mais de {count} usuários' },
  rolesCount: { one: '{count} função', many: '{count} funções' },
  empty: { title: 'Ainda não há usuários', hint: 'Convide pelo e-mail as pessoas que vão trabalhar aqui.' },
  enable: 'Habilitar',
  disable: 'Desabilitar',
  remove: 'Remover',
  noRoles: 'Sem funções',
  nobody: 'Ninguém tem esta função',
  confirm: {
    enable: { one: 'Habilitar este usuário?', many: 'Habilitar {count} usuários?' },
    disable: {
      one: 'Desabilitar este usuário?',
      many: 'Desabilitar {count} usuários?',
      text: 'A sessão é encerrada imediatamente e não é possível entrar até ser habilitado novamente.',
    },
    removeUsers: {
      one: 'Remover este usuário?',
      many: 'Remover {count} usuários?',
      text: 'Todas as funções são revogadas. Os registros permanecem, porque a auditoria se refere a eles.',
    },
    removeRoles: {
      title: 'Revogar estas funções?',
      text: 'Cada pessoa perde a função sob a qual está selecionada.',
      action: 'Revogar {count}',
    },
  },
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
    emails: 'E-mails',
    status: 'Status',
    id: 'Id',
    createdAt: 'Criado em',
    updatedAt: 'Última alteração',
    disabled: 'Desabilitado',
  },
  statuses: { enabled: 'Habilitado', disabled: 'Desabilitado' },
  validations: { email: 'E-mail {value} é inválido' },
} as const satisfies Shape<typeof enUser>
