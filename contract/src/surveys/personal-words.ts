/** Words without accents, in English and Portuguese, as in the keys and labels of questions. */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Words that do not change the meaning: `name_of_the_head` has the same meaning as `head_name`. */
export const fillers = set(`
  a an and are at by do does enter for he her his in is it live lives main my of on or other please primary q record s
  she specify that the their this to used what where which who with write your you full complete first last second third
  middle given nearest current home
  as ao com completo da das de dos e em especifique este esta um uma mora no na nas nos o os outra outro para por
  primeiro primeira principal qual que quem reside segundo seu sua ultimo vive voce onde`)

export const nameWords = set(`
  name names nickname surname firstname lastname fullname username signature
  nome nomes sobrenome apelido alcunha assinatura`)

export const phoneWords = set(`
  phone telephone mobile cell cellphone tel whatsapp msisdn
  telefone telemovel celular`)

export const emailWords = set('email mail correio')

/** Documents of one person, and `id` with a word that says so. */
export const documentWords = set('passport ssn nid passaporte cpf nuit identidade bilhete')
export const idWords = set('id identity identification identificacao')
export const idCompanions = set(
  'national card document voter personal nacional cartao documento eleitor pessoal',
)

export const addressWords = set('address street postcode zip endereco morada rua cep')

export const coordinateWords = set('gps latitude longitude lat lon lng coordinates coordenadas')

export const birthWords = set('birth birthday birthdate dob born nascimento nasc nasceu aniversario')
export const dateWords = set('date day data dia')

/** Places with few inhabitants. Districts and larger areas are not personal. */
export const smallPlaces = set(`
  village hamlet community neighbourhood neighborhood locality settlement
  aldeia povoado povoacao comunidade bairro localidade vila`)

export const staff = set(`
  enumerator interviewer investigator surveyor supervisor fieldworker
  entrevistador entrevistadora inquiridor inquiridora pesquisador pesquisadora supervisora recenseador`)

export const persons = set(`
  person head respondent member chief father mother parent child son daughter spouse wife husband partner owner
  guardian caregiver caretaker patient farmer leader teacher informant household hh family beneficiary landlord
  neighbour neighbor friend contact
  pessoa chefe responsavel respondente entrevistado entrevistada membro morador pai mae filho filha crianca conjuge
  esposa esposo marido companheiro dono dona proprietario encarregado cuidador cuidadora paciente agricultor lider
  professor professora informante agregado familia domicilio beneficiario vizinho amigo contato contacto`)

export const contactWords = set('contact contato contacto')

/** Words that ask for a number or a code instead of a description. */
export const numberWords = set('number num nr code numero codigo')

/** Things with a name or a number that identifies no person. */
export const things = set(`
  water source well borehole pump river school clinic hospital facility health market shop store bank product brand crop
  variety seed animal breed species tree fish food fertilizer pesticide disease illness medicine drug vaccine project
  programme program organisation organization ngo company association cooperative group committee church district
  province region country county state city town road bridge language tribe ethnic religion form survey questionnaire
  file device sample plot field season month model make provider operator network money type kind category cost price
  spent spend credit airtime usage use ownership coverage signal distance minutes hours frequency count owned problem
  problems reason service channel radio station newspaper training course job occupation activity tool machine vehicle
  agua fonte poco furo bomba rio escola posto clinica centro saude mercado loja banco produto marca cultura variedade
  semente raca especie arvore peixe alimento adubo doenca remedio medicamento vacina projeto projecto programa
  organizacao empresa associacao cooperativa grupo comite igreja distrito provincia regiao pais estado cidade estrada
  ponte lingua idioma etnia religiao formulario pesquisa inquerito questionario arquivo ficheiro amostra parcela campo
  epoca safra mes modelo operadora rede dinheiro tipo categoria custo preco gasto gasta saldo uso posse cobertura sinal
  distancia minutos horas frequencia quantidade problema problemas motivo razao servico canal estacao jornal formacao
  curso trabalho ocupacao atividade actividade ferramenta maquina veiculo`)

export const sexWords = set('sex gender sexo genero')
export const ageWords = set('age idade')
export const ageUnits = set('years anos completed completos')
