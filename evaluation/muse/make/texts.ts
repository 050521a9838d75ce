/** What is said in each recording; English, as the voice is. */
export const SPEECHES: Readonly<Record<string, string>> = {
  "moon.wav": "In July 1969 Neil Armstrong became the first man on the moon.",
  "voicemail.wav": "Hello, this is Anna Novak from the dental clinic in Leeds. Your visit is moved to Friday at nine.",
  "tulip.wav": "A single red tulip in a white vase on a wooden table.",
  "castle.wav": "An old castle on a hill, in thick morning fog.",
  "question.wav": "What is the longest river in Africa?",
  "complaint.wav": "The soup was cold, the waiter was rude and we waited an hour. I am very disappointed.",
  "briefing.wav":
    "The bridge stays closed until June. Repairs cost more than planned, since rust was found in two pillars. Buses take the northern road. Cyclists can use the ferry, which is free.",
  "greeting.wav": "Good morning everybody, and welcome to our village.",
};

export const TEXTS: Readonly<Record<string, string>> = {
  "bees.txt": `Bees visit flowers to collect nectar and pollen. On the way they carry pollen from one flower to the next, and so the plants can set fruit. A single colony of honey bees may hold fifty thousand workers in summer. In autumn the number falls to about ten thousand.

The workers live for six weeks in summer, but for several months in winter, when there is little to do. The queen can live for four years. She lays up to two thousand eggs a day in May.

Bees keep the hive at thirty-five degrees. When it is cold they shiver with their flight muscles, and when it is hot they bring water and fan with their wings. Beekeepers leave at least fifteen kilograms of honey in the hive so that the colony survives the winter.
`,
  "review.txt": `We stayed three nights at the Hotel Miramar. The room was bright and very clean, the breakfast was excellent and the staff were friendly and helpful. A wonderful place, and we would love to come back.
`,
  "letter.txt": `Sehr geehrte Frau Keller, vielen Dank für Ihre Bestellung vom 2. März. Leider ist der blaue Sessel zurzeit nicht lieferbar. Wir erwarten die nächste Lieferung Ende April und melden uns dann bei Ihnen. Mit freundlichen Grüßen, Möbelhaus Brandt
`,
  "bridge.txt": `The Harwick Bridge was designed by Eleanor Voss and built by the Dunmore Iron Company between 1881 and 1886. It crosses the river Tarn near Harwick and is 412 metres long. Queen Victoria opened it on 14 May 1886. The works cost 230,000 pounds. In 1954 the deck was widened for cars by engineers from Glasgow.
`,
};

export const TABLES: Readonly<Record<string, string>> = {
  "sales.csv": `month,product,units,revenue
January,chairs,120,7200
January,tables,45,13500
February,chairs,98,5880
February,tables,52,15600
March,chairs,143,8580
March,tables,38,11400
`,
  "planets.csv": `planet,moons,diameter_km,year_days
Mercury,0,4879,88
Venus,0,12104,225
Earth,1,12756,365
Mars,2,6792,687
Jupiter,95,142984,4331
Saturn,146,120536,10747
`,
  "staff.csv": `name,department,city,salary
Amara Okafor,Sales,Lagos,41000
Jonas Lind,Engineering,Uppsala,58000
Mei Tan,Engineering,Penang,61000
Lucia Ferri,Marketing,Turin,45000
Tom Price,Sales,Cardiff,39000
`,
  "marks.csv": `pupil,maths,history,music
Ada,91,78,85
Ben,64,82,90
Chloe,77,95,70
Dev,88,60,66
`,
};

/** The lines of the one-page PDF. */
export const LEASE: readonly string[] = [
  "LEASE OF A GARDEN PLOT",
  "",
  "Landlord: Mill Road Gardens Association, 7 Mill Road, Eastmere.",
  "Tenant: Priya Raman, 22 Quarry Street, Eastmere.",
  "",
  "The landlord lets plot 14 to the tenant from 1 April 2026.",
  "The rent is 96 pounds a year, payable in advance by 15 April.",
  "The tenant may build a shed of at most six square metres.",
  "Dogs must be kept on a lead. Bonfires are not allowed.",
  "Either party may end the lease with three months' notice.",
];
