import { readWords } from "../text/word-lists.ts";

/** First names of Africa and Asia in Latin letters that the name package lacks. */
const first = new Set(
  readWords(
    "Chinedu Chidinma Chidi Chukwuma Chukwuemeka Emeka Ifeoma Ifeanyi Adaeze Ngozi Nneka Obinna Uchenna Ikechukwu Olumide Oluwaseun Folasade Babajide Ayodele Abiola Temitope Adebayo Kwame Kofi Akua Akosua Ama Yaw Kwabena Abena Efua Thandeka Thabo Sipho Nomvula Lindiwe Mbekezeli Nkosana Bongani Zanele Sibusiso Themba Lwazi Tendai Tatenda Farai Rumbidzai Wanjiru Njeri Kamau Wambui Achieng Otieno Odhiambo Nyambura Mwangi Juma Baraka Zawadi Amani Abdi Abdirahman Hodan Ayaan Fadumo Hirsi Selam Tewodros Haile Abebe Tsegaye Mulugeta Fatoumata Aminata Mamadou Ousmane Moussa Ibrahima Cheikh Awa Aïssatou Boubacar Souleymane Abdelkarim Abdellah Zinédine Yacine Rachid Nabil Karim Fatiha Khadija Hassan Hussein Bilal Zaynab Ahmad Bushra Anjali Ananya Aditi Arjun Rohan Vikram Sanjay Rajesh Suresh Ramesh Deepak Priya Pooja Kavita Sunita Lakshmi Venkatesh Srinivasan Karthik Anirudh Harpreet Gurpreet Manpreet Jaspreet Farah Imran Zainab Ayesha Bilquis Rukhsana Thilini Nuwan Chaminda Dilini Sanduni Aung Khin Thida Somchai Siriporn Nattapong Budi Siti Dewi Agus Wahyu Putri Rizky Nurul Joko Aoi Hina Haruka Kenji Hiroshi Takeshi Yuko Naoki Satoshi Ayumi Emiko Minjun Jiwoo Seoyeon Jihoon Minseo Eunji Hyejin Nguyen Linh Huong Thuy Duc Minh Quang Tuan Anh Jing Xiuying Yuting Jiahao Zihan Xiaoming Meiling Oksana Olena Oleksandra Bohdan Taras Ngũgĩ Kamau Marisol Ayelén Itzel Xochitl Yaretzi Citlali Tlaloc Nahuel Lautaro Aymara Quispe Zlatko Dragan Goran Branko Milica Jelena Svetlana",
  ),
);
/** Surnames of Africa and Asia in Latin letters that are no words of European languages. */
const last = new Set(
  readWords(
    "Okonkwo Okafor Okeke Okoro Obi Eze Nwosu Nwachukwu Adeyemi Adebayo Ogunleye Afolabi Balogun Mensah Owusu Boateng Asante Osei Appiah Amoah Dlamini Nkosi Mokoena Khumalo Ndlovu Mthembu Zulu Sithole Moyo Ncube Banda Phiri Mwale Kamau Mwangi Njoroge Wanjiru Otieno Ochieng Odhiambo Mutua Kariuki Warsame Farah Abdi Hirsi Diallo Diop Ndiaye Traoré Keita Camara Touré Cissé Coulibaly Koné Ouattara Sow Bouzidi Benali Benchekroun Ouadah Boukhari Haddad Chaoui Tazi Alaoui Bennani Mansouri Amrani Mbemba Mukendi Kabila Tshibangu Tanaka Suzuki Yamamoto Watanabe Nakamura Kobayashi Yoshida Takahashi Ito Sasaki Zhang Wang Chen Zhao Huang Zhou Xu Sun Zhu Guo Liang Xie Deng Feng Cheng Cai Peng Pan Wei Jiang Yang Liu Lin Wu Kim Park Choi Jung Nguyen Tran Pham Hoang Sharma Verma Gupta Singh Kaur Patel Chaturvedi Deshpande Mukherjee Banerjee Chatterjee Iyer Nair Reddy Rao Krishnan Subramanian Venkataraman Fernando Perera Jayawardena Siriwardena Widodo Santoso Wijaya Quispe Mamani Huamán Condori Huenchullán Melnyk Kovalenko Bondarenko Shevchenko Perić Jovanović Petrović Hadžić",
  ),
);

/** Whether a word is a first name of Africa or Asia. */
export function isWorldFirstName(word: string): boolean {
  return first.has(word);
}

/** Whether a word is a surname of Africa or Asia. */
export function isWorldSurname(word: string): boolean {
  return last.has(word);
}
