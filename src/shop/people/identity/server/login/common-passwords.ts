/**
 * Passwords that attackers try first and that are long enough to pass the length rule, in lower case: the head of
 * the published lists and the words of our worlds. Comparison folds case.
 */
const lists = `
password password1 password12 password123 password1234 password! password1! passw0rd passw0rd1 p@ssword p@ssw0rd
p@ssw0rd1 password01 password99 password2 mypassword yourpassword newpassword thepassword changeme changeme1
changeme123 changeit letmein1 letmein123 letmeinnow welcome1 welcome12 welcome123 welcome2024 welcome2025
welcome2026 admin123 admin1234 admin12345 administrator adminadmin superadmin rootroot root1234 test1234 testtest
test12345 tester123 testing1 testing123 demo1234 user1234 guest123 default1 secret123 secret1234 topsecret
12345678 123456789 1234567890 12345678910 123456789a 123456789q 1234567891 0123456789 01234567 012345678
012345678910 87654321 987654321 0987654321 9876543210 11111111 111111111 1111111111 22222222 33333333 44444444
55555555 66666666 77777777 88888888 888888888 99999999 999999999 00000000 000000000 0000000000 12341234 12344321
11223344 1122334455 112233445566 12121212 13131313 21212121 123123123 123321123 123454321 123456123 123456654321
147258369 159753159 159357159 987456321 741852963 963852741 31415926 314159265 10203040 102030405 19871987
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 qazwsxedc qazwsx123 zaq12wsx zaq1zaq1 zaq1xsw2
q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qwer1234 qwer4321 qwert123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui
qwertyuiop qwertyuiop123 qwertz123 qwertzui qwertzuiop qwertzuiopü azertyui azertyuiop azerty123 asdfghjk asdfghjkl
asdfgh123 asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zxcvbnm, zxcv1234 yxcvbnm1 poiuytrewq lkjhgfdsa mnbvcxz1 1234qwer
12qwaszx 123qweasd 123qwe123 qweasdzxc qweasd123 qwe123qwe aaaaaaaa aaaaaaaaa abcd1234 abc12345 abc123456 abcdefgh
abcdefg1 abcdefghi abcdabcd abcabcabc a1b2c3d4 a1b2c3d4e5 a12345678 a123456789 aa123456 aa12345678 1234abcd
12345abc 123456abc 12345678a q12345678 w12345678 z1x2c3v4 asd12345 qaz12345 computer computer1 internet internet1
iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod iloveme1 loveyou1 lovelove babygirl babygirl1 princess princess1
sunshine sunshine1 football football1 baseball baseball1 basketball basketball1 superman superman1 batman123
spiderman pokemon1 pokemon123 starwars starwars1 michelle michelle1 jennifer jessica1 jordan23 michael1 charlie1
ashley12 samantha danielle victoria veronica alexander alexandra alexandre benjamin christian christina elizabeth
stephanie sebastian nicholas anthony1 patricia caroline katharina franziska magdalena whatever whatever1 trustno1
dragon123 monkey123 master123 shadow123 hunter123 killer123 blink182 liverpool liverpool1 chelsea1 arsenal1
manchester barcelona barcelona1 realmadrid juventus juventus1 olympiakos panathinaikos bayern123 dortmund schalke04
mercedes mercedes1 corvette ferrari1 chocolate chocolate1 butterfly butterfly1 marlboro1 snoopy123 cookie123
hello123 hello1234 helloworld goodmorning november december september february midnight maverick midnight1 blahblah
passwort passwort1 passwort12 passwort123 passwort1234 passwort! meinpasswort geheim123 geheim1234 geheimnis
hallo123 hallo1234 hallowelt halloduda hallohallo schalke1 schatz123 schatzi1 ichliebedich sommer2024 sommer2025
sommer2026 winter2024 winter2025 winter2026 fruehling frühling1 herbst2026 sonnenschein fussball fussball1
deutschland deutschland1 schmetterling lehrerin lehrerin1 lehrer123 lehrerzimmer grundschule schule123 schule2026
klasse123 unterricht unterricht1 mathematik mathematik1 klassenzimmer arbeitsblatt
contraseña contraseña1 contrasena contrasena1 contrasena123 contraseña123 micontraseña tequiero tequiero1 teamomucho
teamo123 mariposa mariposa1 estrella estrella1 chocolate2 princesa princesa1 cristina alejandro alejandra profesor
profesora profesor1 profesora1 maestra123 escuela123 colegio123 colegio1 bienvenido bienvenida hola1234 hola12345
holahola españa123 espana123 primavera matematicas verano2025 verano2026
motdepasse motdepasse1 motdepasse123 monmotdepasse jetaime1 jetaime123 soleil123 bonjour1 bonjour123 chouchou
doudou123 marseille marseille1 caroline1 professeur professeur1 maitresse maitresse1 ecole1234 college1 lycee123
bienvenue bienvenue1 papillon papillon1 francais mathematiques loulou123 coucou123 azertyuiop1 france123 printemps
kodikos1 kodikos123 kwdikos123 κωδικος1 κωδικός1 κωδικος123 κωδικός123 sagapaw1 sagapo123 ellada123 ελλαδα123
kalimera kalimera1 καλημερα καλημέρα daskalos daskala1 sxoleio1 sxoleio123 kalokairi thessaloniki panathinaikos13
password123! parola123 parolachiave lamiapassword miapassword amoremio amoremio1 tiamo123 tiamo1234 ciaociao ciao1234
ciaobella benvenuto benvenuta francesco francesca alessandro alessandra giuseppe giovanni valentina napoli1926
forzanapoli forzajuve forzamilan maestra1 maestra2 professoressa scuola123 insegnante insegnante1 matematica
estate2025 estate2026 farfalla italia123 primavera1
teacher1 teacher12 teacher123 teacher1234 iloveteaching ilovemyjob school123 school1234 classroom classroom1
homework1 homework123 worksheet education education1 learning1 learning123 summer2024 summer2025 summer2026
spring2025 spring2026 autumn2025 autumn2026 winter123 monday123 friday123 england1 london123 scotland1
aularium aularium1 aularium123 aularium2026 aularium2026!
`

const common: ReadonlySet<string> = new Set(lists.trim().split(/\s+/))

/** Whether a password is on the list, whatever its case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}
