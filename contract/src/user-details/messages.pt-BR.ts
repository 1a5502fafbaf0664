import type { Shape } from '../messages/translate.ts'
import type { userDetails as en } from './messages.en.ts'

export const userDetails = {
  menu: 'Detalhes dos usuários',
  title: 'Detalhes dos usuários',
  new: 'Novos detalhes de usuário',
  edit: 'Editar detalhes do usuário',
  add: 'Novos detalhes',
  importer: {
    title: 'Importar detalhes de usuários',
    entries: {
      firstName: 'De 2 a 255 caracteres.',
      text: 'Texto de no máximo 255 caracteres.',
      managerId: 'O id do registro do gerente. O nome vem desse registro.',
      managerName: 'O nome do gerente, quando ele não tem registro.',
    },
  },
  searchedFor: 'Nome',
  count: { one: '{count} registro', many: '{count} registros', estimate: 'mais de {count} registros' },
  empty: {
    title: 'Ainda não há detalhes de usuários',
    hint: 'Adicione as pessoas que trabalham nesta pesquisa, com o gerente e a data de admissão de cada uma.',
  },
  fields: {
    id: 'Id',
    firstName: 'Nome',
    lastName: 'Sobrenome',
    fullName: 'Nome completo',
    mobileNumber: 'Celular',
    managerId: 'Gerente',
    managerName: 'Gerente',
    onboardingDate: 'Data de admissão',
    gender: 'Gênero',
    createdAt: 'Criado em',
    updatedAt: 'Última alteração',
  },
  genders: { male: 'Masculino', female: 'Feminino' },
  managerByName: 'Sem registro: {name}',
  confirmDestroy: {
    one: 'Excluir este registro?',
    many: 'Excluir {count} registros?',
    action: { one: 'Excluir registro', many: 'Excluir {count} registros' },
  },
  create: { success: 'Detalhes do usuário salvos com sucesso' },
  update: { success: 'Detalhes do usuário salvos com sucesso' },
  destroy: { success: 'Detalhes do usuário excluídos com sucesso' },
  destroyAll: { success: 'Detalhes dos usuários excluídos com sucesso' },
  import: { success: 'Detalhes dos usuários importados com sucesso' },
  errors: {
    managerNotFound: 'Gerente não encontrado',
    ownManager: 'Uma pessoa não pode ser gerente de si mesma',
  },
} as const satisfies Shape<typeof en>
