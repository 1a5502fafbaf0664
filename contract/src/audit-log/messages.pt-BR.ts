import type { Shape } from '../messages/translate.ts'
import type { auditLog as en } from './messages.en.ts'

export const auditLog = {
  menu: 'Registro de auditoria',
  title: 'Registro de auditoria',
  count: { one: '{count} registro', many: '{count} registros', estimate: 'mais de {count} registros' },
  empty: {
    title: 'Nada aconteceu até agora',
    hint: 'Cada alteração feita por alguém aparecerá aqui.',
  },
  fields: {
    timestamp: 'Data e hora',
    createdByEmail: 'E-mail',
    entityName: 'Tipo de registro',
    entityLabel: 'Registro',
    action: 'Ação',
    entityId: 'Id do registro',
    values: 'Alteração',
  },
  entities: {
    user: 'Usuário',
    userDetails: 'Detalhes do usuário',
    survey: 'Pesquisa',
    surveyResponse: 'Resposta da pesquisa',
    surveyExport: 'Exportação de respostas',
    comment: 'Comentário sobre uma resposta',
    settings: 'Configurações',
  },
  actions: {
    create: 'Criado',
    update: 'Alterado',
    destroy: 'Excluído',
    import: 'Importado',
    enable: 'Habilitado',
    disable: 'Desabilitado',
    statusChange: 'Status alterado',
    grantRoles: 'Funções concedidas',
    revokeRoles: 'Funções revogadas',
    settings: 'Configurações alteradas',
    invite: 'Convidado novamente',
  },
  difference: {
    field: 'Campo',
    before: 'Antes',
    after: 'Depois',
    none: 'Nenhum',
    nothing: 'Nenhum valor foi registrado.',
    openRecord: 'Abrir o registro',
  },
} as const satisfies Shape<typeof en>
