//! Normal numbers by the ziggurat method of Marsaglia and Tsang, in the 256 layers that NumPy uses.
//!
//! The edges of the layers are a recurrence over logarithms, which no two machines round alike. So they are written here, bit by bit, as
//! NumPy has them.

use std::sync::LazyLock;

/// Where the tail begins.
const TAIL: f64 = 3.654_152_885_361_009;
/// The reciprocal of that.
const INVERSE_TAIL: f64 = 0.273_661_237_329_758_3;
/// The scale of the 52 bits of a word that say where in its layer a number lies.
const SCALE: f64 = (1_u64 << 52) as f64;

/// Below which word a number lies in its layer for certain.
static INSIDE: LazyLock<[u64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|layer| match layer {
        0 => (TAIL / (width(0) * SCALE) * SCALE) as u64,
        1 => 0,
        // Both are of the same scale.
        _ => (width(layer - 1) / width(layer) * SCALE).round_ties_even() as u64,
    })
});

/// A normal number from a word of 64 bits, unless it is to be drawn anew. Few words need more of them.
pub(super) fn normal(word: u64, mut unit: impl FnMut() -> f64) -> Option<f64> {
    let (layer, is_negative, place) = ((word & 0xff) as usize, word >> 8 & 1 == 1, word >> 9 & ((1 << 52) - 1));
    let distance = place as f64 * width(layer);
    let signed = if is_negative { -distance } else { distance };
    if place < INSIDE[layer] {
        return Some(signed);
    }
    if layer == 0 {
        loop {
            let x = -INVERSE_TAIL * (1.0 - unit()).ln();
            let y = -(1.0 - unit()).ln();
            if y + y > x * x {
                return Some(if place >> 8 & 1 == 1 { -(TAIL + x) } else { TAIL + x });
            }
        }
    }
    let (above, below) = (f64::from_bits(HEIGHTS[layer - 1]), f64::from_bits(HEIGHTS[layer]));
    ((above - below) * unit() + below < (-0.5 * distance * distance).exp()).then_some(signed)
}

fn width(layer: usize) -> f64 {
    f64::from_bits(WIDTHS[layer])
}

/// The width of each layer over [`SCALE`], as bits.
#[rustfmt::skip]
const WIDTHS: [u64; 256] = [
    0x3ccf_493b_7815_d979, 0x3c8b_8d0b_e3fd_f6c6, 0x3c92_50af_3c2c_5bb4, 0x3c95_7cb9_3844_3b61, 0x3c98_01fc_e82f_a70c,
    0x3c9a_230c_2e4c_d0bc, 0x3c9c_004d_2f38_61f7, 0x3c9d_ac2f_5a74_7274, 0x3c9f_3248_2d4c_d5c3, 0x3ca0_4d32_278e_bbad,
    0x3ca0_f505_3b02_5d43, 0x3ca1_92a6_9741_3677, 0x3ca2_27a2_8f7a_1af5, 0x3ca2_b52e_3863_d880, 0x3ca3_3c3f_c057_91f5,
    0x3ca3_bd9e_c1a2_b12f, 0x3ca4_39ef_8dff_9b55, 0x3ca4_b1bb_363d_fea7, 0x3ca5_2575_621a_d374, 0x3ca5_9580_a707_ce96,
    0x3ca6_0231_cfd9_7eea, 0x3ca6_6bd2_61a3_7c3d, 0x3ca6_d2a2_9200_0570, 0x3ca7_36da_d346_f8a6, 0x3ca7_98ad_10b3_2a77,
    0x3ca7_f845_ad46_f543, 0x3ca8_55cc_5343_0a77, 0x3ca8_b164_9e7b_769a, 0x3ca9_0b2e_a94e_cf98, 0x3ca9_6347_822c_1eea,
    0x3ca9_b9c9_8e38_c546, 0x3caa_0ecc_dca4_a72c, 0x3caa_6267_6d77_cd59, 0x3caa_b4ad_6e10_1630, 0x3cab_05b1_6d13_6c9c,
    0x3cab_5584_8742_7a29, 0x3cab_a436_8e52_9f3a, 0x3cab_f1d6_2abf_8232, 0x3cac_3e70_f959_4ef3, 0x3cac_8a13_a532_3b61,
    0x3cac_d4c9_fe72_268b, 0x3cad_1e9f_0e80_b748, 0x3cad_679d_29e4_1f10, 0x3cad_afce_0023_b8c3, 0x3cad_f73a_a9f1_7653,
    0x3cae_3deb_b5d2_edfe, 0x3cae_83e9_337a_6f00, 0x3cae_c93a_bdf9_82ce, 0x3caf_0de7_84f0_6226, 0x3caf_51f6_54d8_f688,
    0x3caf_956d_9e87_d7ae, 0x3caf_d853_7dfa_2eac, 0x3cb0_0d56_e042_34ec, 0x3cb0_2e40_f539_8f9a, 0x3cb0_4eea_9e16_a5fc,
    0x3cb0_6f56_5b72_a010, 0x3cb0_8f86_9071_f40b, 0x3cb0_af7d_84bc_6113, 0x3cb0_cf3d_664b_cc7f, 0x3cb0_eec8_4b16_086b,
    0x3cb1_0e20_3295_15ee, 0x3cb1_2d47_0731_0fbe, 0x3cb1_4c3e_9f8e_9141, 0x3cb1_6b08_bfc4_201e, 0x3cb1_89a7_1a78_da34,
    0x3cb1_a81b_51ee_6d88, 0x3cb1_c666_f8f8_2acb, 0x3cb1_e48b_93e0_d42e, 0x3cb2_028a_9940_a09f, 0x3cb2_2065_72c4_c6e9,
    0x3cb2_3e1d_7de9_c31f, 0x3cb2_5bb4_0ca9_6bfb, 0x3cb2_792a_661d_d37f, 0x3cb2_9681_c719_d71b, 0x3cb2_b3bb_62b8_2eda,
    0x3cb2_d0d8_62e1_b853, 0x3cb2_edd9_e8cb_a98e, 0x3cb3_0ac1_0d6e_48d7, 0x3cb3_278e_e1f4_b930, 0x3cb3_4444_7026_5ea1,
    0x3cb3_60e2_baca_52d5, 0x3cb3_7d6a_be05_586a, 0x3cb3_99dd_6fb2_b264, 0x3cb3_b63b_bfb8_3d03, 0x3cb3_d286_9856_1de0,
    0x3cb3_eebe_de72_5a83, 0x3cb4_0ae5_71e0_9e74, 0x3cb4_26fb_2da6_745d, 0x3cb4_4300_e83c_30a4, 0x3cb4_5ef7_73ca_c75d,
    0x3cb4_7adf_9e66_c336, 0x3cb4_96ba_3248_8f2f, 0x3cb4_b287_f602_415d, 0x3cb4_ce49_acb3_11dc, 0x3cb4_ea00_1638_a605,
    0x3cb5_05ab_ef5e_5562, 0x3cb5_214d_f20a_8b5a, 0x3cb5_3ce6_d56a_664f, 0x3cb5_5877_4e1b_b2c8, 0x3cb5_7400_0e55_5f78,
    0x3cb5_8f81_c60e_8514, 0x3cb5_aafd_2324_1b59, 0x3cb5_c672_d17d_733d, 0x3cb5_e1e3_7b2f_8cd3, 0x3cb5_fd4f_c89f_5e38,
    0x3cb6_18b8_60a3_1fc3, 0x3cb6_341d_e8a2_b0a2, 0x3cb6_4f81_04b7_260b, 0x3cb6_6ae2_57c9_9672, 0x3cb6_8642_83b1_3137,
    0x3cb6_a1a2_2950_b2b1, 0x3cb6_bd01_e8b3_43bb, 0x3cb6_d862_6128_d352, 0x3cb6_f3c4_3161_f854, 0x3cb7_0f27_f78b_68eb,
    0x3cb7_2a8e_5169_14c6, 0x3cb7_45f7_dc70_eedc, 0x3cb7_6165_35e5_731f, 0x3cb7_7cd6_faef_f449, 0x3cb7_984d_c8ba_bd93,
    0x3cb7_b3ca_3c8b_1409, 0x3cb7_cf4c_f3db_22fb, 0x3cb7_ead6_8c73_dee7, 0x3cb8_0667_a486_ea1f, 0x3cb8_2200_dac8_8676,
    0x3cb8_3da2_ce89_9f15, 0x3cb8_594e_1fd1_f5bd, 0x3cb8_7503_6f7a_7ec5, 0x3cb8_90c3_5f47_f72d, 0x3cb8_ac8e_9205_c043,
    0x3cb8_c865_aba1_0c9c, 0x3cb8_e449_5144_6a27, 0x3cb9_003a_2973_b58f, 0x3cb9_1c38_dc28_8347, 0x3cb9_3846_12ef_0afc,
    0x3cb9_5462_7903_a28a, 0x3cb9_708e_bb70_d5ee, 0x3cb9_8ccb_892e_2a31, 0x3cb9_a919_933f_99bf, 0x3cb9_c579_8cd5_d92c,
    0x3cb9_e1ec_2b6f_7411, 0x3cb9_fe72_26fa_d24a, 0x3cba_1b0c_39f9_3692, 0x3cba_37bb_21a2_c85b, 0x3cba_547f_9e0b_bb88,
    0x3cba_715a_724a_a9a4, 0x3cba_8e4c_64a0_313d, 0x3cba_ab56_3e9f_f108, 0x3cba_c878_cd5a_f5ce, 0x3cba_e5b4_e18b_b336,
    0x3cbb_030b_4fc3_a11a, 0x3cbb_207c_f09a_985b, 0x3cbb_3e0a_a0e0_0c00, 0x3cbb_5bb5_41ce_3d03, 0x3cbb_797d_b93f_8927,
    0x3cbb_9764_f1e5_f73c, 0x3cbb_b56b_db85_256e, 0x3cbb_d393_6b2e_c0a2, 0x3cbb_f1dc_9b81_ae83, 0x3cbc_1048_6cec_16a0,
    0x3cbc_2ed7_e5f0_7a2d, 0x3cbc_4d8c_136e_0d1c, 0x3cbc_6c66_08ec_8705, 0x3cbc_8b66_e0eb_a617, 0x3cbc_aa8f_bd36_a2ab,
    0x3cbc_c9e1_c73b_d690, 0x3cbc_e95e_3068_e037, 0x3cbd_0906_328b_8f6e, 0x3cbd_28db_1037_ef20, 0x3cbd_48de_1533_c647,
    0x3cbd_6910_96e7_f123, 0x3cbd_8973_f4d7_fba5, 0x3cbd_aa09_9920_6e70, 0x3cbd_cad2_f8fc_490e, 0x3cbd_ebd1_9552_2e37,
    0x3cbe_0d06_fb49_d21c, 0x3cbe_2e74_c4ea_46f6, 0x3cbe_501c_99c1_d188, 0x3cbe_7200_2f97_fe25, 0x3cbe_9421_4b2a_bf0a,
    0x3cbe_b681_c0f7_6f08, 0x3cbe_d923_7610_a73a, 0x3cbe_fc08_6101_eca9, 0x3cbf_1f32_8ac2_5321, 0x3cbf_42a4_0fb7_4d6d,
    0x3cbf_665f_20c9_0168, 0x3cbf_8a66_0489_9782, 0x3cbf_aebb_1871_22bf, 0x3cbf_d360_d22f_e785, 0x3cbf_f859_c118_f60b,
    0x3cc0_0ed4_47d3_a075, 0x3cc0_21a8_028f_c947, 0x3cc0_34a9_83a9_02ab, 0x3cc0_47da_4e3e_f5c7, 0x3cc0_5b3b_f6ad_b37e,
    0x3cc0_6ed0_23a7_2668, 0x3cc0_8298_8f63_2e17, 0x3cc0_9697_08e8_a254, 0x3cc0_aacd_7571_c0c4, 0x3cc0_bf3d_d1ee_d448,
    0x3cc0_d3ea_34aa_3d30, 0x3cc0_e8d4_cf11_6593, 0x3cc0_fdff_efa6_9fb6, 0x3cc1_136e_0420_7041, 0x3cc1_2921_9bbb_5d35,
    0x3cc1_3f1d_69c4_096d, 0x3cc1_5564_4860_2e3b, 0x3cc1_6bf9_3b9d_eef3, 0x3cc1_82df_74d2_1261, 0x3cc1_9a1a_564e_ebac,
    0x3cc1_b1ad_777f_2f8e, 0x3cc1_c99c_a971_a694, 0x3cc1_e1eb_fbe4_ae39, 0x3cc1_fa9f_c2e2_d901, 0x3cc2_13bc_9d04_cc81,
    0x3cc2_2d47_7a6f_d3ee, 0x3cc2_4745_a4ac_9c24, 0x3cc2_61bc_c776_58e0, 0x3cc2_7cb2_faa8_592e, 0x3cc2_982e_cd77_0e78,
    0x3cc2_b437_532a_0a52, 0x3cc2_d0d4_3196_db97, 0x3cc2_ee0d_b1a9_78f5, 0x3cc3_0bec_d256_aeee, 0x3cc3_2a7b_5e68_a4a3,
    0x3cc3_49c4_05ae_12a3, 0x3cc3_69d2_7a33_a840, 0x3cc3_8ab3_9256_410a, 0x3cc3_ac75_70ae_88fa, 0x3cc3_cf27_b317_04a6,
    0x3cc3_f2db_aa60_f475, 0x3cc4_17a4_9cb9_e5da, 0x3cc4_3d98_1554_5e94, 0x3cc4_64ce_44a7_3a15, 0x3cc4_8d62_759c_43bc,
    0x3cc4_b773_9d6b_5a27, 0x3cc4_e325_0dcd_8902, 0x3cc5_109f_53e9_ac41, 0x3cc5_4011_523a_7e42, 0x3cc5_71b1_a94a_e41b,
    0x3cc5_a5c0_8b71_8dd9, 0x3cc5_dc8a_243a_d0fe, 0x3cc6_1669_cf86_1e4c, 0x3cc6_53ce_7b00_6aea, 0x3cc6_9540_be9f_e5c3,
    0x3cc6_db6b_8d09_e232, 0x3cc7_2728_f05f_7a34, 0x3cc7_7995_5609_0673, 0x3cc7_d42d_f4d6_ce8c, 0x3cc8_3903_0529_f234,
    0x3cc8_ab0f_bfaa_7c14, 0x3cc9_2ee0_946f_4496, 0x3cc9_cbee_0140_57ab, 0x3cca_8fdc_7894_775a, 0x3ccb_981f_3878_fdb1,
    0x3ccd_3bb4_8209_ad33,
];

/// The height of the curve at the end of each layer, as bits.
#[rustfmt::skip]
const HEIGHTS: [u64; 256] = [
    0x3ff0_0000_0000_0000, 0x3fef_446a_c979_f087, 0x3fee_b754_5b6c_a915, 0x3fee_3f11_e027_f077, 0x3fed_d36f_a704_de95,
    0x3fed_7092_0657_bcf2, 0x3fed_1449_78a1_19dc, 0x3fec_bd33_a8a7_2deb, 0x3fec_6a5e_cea9_787f, 0x3fec_1b1c_d9ee_baea,
    0x3feb_ceeb_4ee1_dc82, 0x3feb_8565_3a8f_f552, 0x3feb_3e3a_8234_dd10, 0x3fea_f92a_3f6c_e8a2, 0x3fea_b5fe_f17a_2504,
    0x3fea_748b_d550_c9e1, 0x3fea_34aa_fdf5_af0f, 0x3fe9_f63b_ee65_1fd8, 0x3fe9_b922_8d24_0681, 0x3fe9_7d46_5761_7ac1,
    0x3fe9_4291_c21b_7a47, 0x3fe9_08f1_bd31_714f, 0x3fe8_d055_4fe6_0aa8, 0x3fe8_98ad_48ba_df02, 0x3fe8_61eb_fc37_bcac,
    0x3fe8_2c05_0f56_cf6e, 0x3fe7_f6ed_4b20_e2cb, 0x3fe7_c29a_779c_6858, 0x3fe7_8f03_3ca0_b0d5, 0x3fe7_5c1f_0770_d856,
    0x3fe7_29e5_f43f_6d12, 0x3fe6_f850_baea_7aee, 0x3fe6_c758_9e63_5a89, 0x3fe6_96f7_5e51_3b2a, 0x3fe6_6727_2a92_e323,
    0x3fe6_37e2_9855_0c18, 0x3fe6_0924_9880_2665, 0x3fe5_dae8_6f4a_ff6a, 0x3fe5_ad29_acc8_5c89, 0x3fe5_7fe4_264c_8d8f,
    0x3fe5_5313_f08d_9e46, 0x3fe5_26b5_5a65_6cd5, 0x3fe4_fac4_e820_b667, 0x3fe4_cf3f_4f49_4ec0, 0x3fe4_a421_72dc_5278,
    0x3fe4_7968_5fdf_5012, 0x3fe4_4f11_4a49_3679, 0x3fe4_2519_8a35_5fe3, 0x3fe3_fb7e_9958_5b82, 0x3fe3_d23e_10af_31a3,
    0x3fe3_a955_a662_cd0e, 0x3fe3_80c3_2bda_00d5, 0x3fe3_5884_8bf5_50e9, 0x3fe3_3097_c970_3a35, 0x3fe3_08fa_fd64_38ef,
    0x3fe2_e1ac_55ea_3bee, 0x3fe2_baaa_14d7_954a, 0x3fe2_93f2_8e93_cd15, 0x3fe2_6d84_2905_04ed, 0x3fe2_475d_5a90_db84,
    0x3fe2_217c_a92f_f7f2, 0x3fe1_fbe0_a992_9620, 0x3fe1_d687_fe54_9969, 0x3fe1_b171_573f_d111, 0x3fe1_8c9b_709b_3c50,
    0x3fe1_6805_1286_39da, 0x3fe1_43ad_105e_a99c, 0x3fe1_1f92_4831_1f38, 0x3fe0_fbb3_a232_5913, 0x3fe0_d810_1041_42a0,
    0x3fe0_b4a6_8d70_d9ae, 0x3fe0_9176_1d99_5d81, 0x3fe0_6e7d_ccf0_3c36, 0x3fe0_4bbc_afa6_3f2e, 0x3fe0_2931_e18b_822a,
    0x3fe0_06dc_85b8_cac4, 0x3fdf_c977_8c7b_bda1, 0x3fdf_859d_a7a9_00ca, 0x3fdf_4229_cb2f_7af3, 0x3fde_ff1a_717e_8f95,
    0x3fde_bc6e_20bd_1f54, 0x3fde_7a23_6a4e_c3c5, 0x3fde_3838_ea5f_9b85, 0x3fdd_f6ad_4776_3a09, 0x3fdd_b57f_320b_56b1,
    0x3fdd_74ad_6426_de33, 0x3fdd_3436_a102_1080, 0x3fdc_f419_b4ae_5b6d, 0x3fdc_b455_73c0_a848, 0x3fdc_74e8_bb00_d7c7,
    0x3fdc_35d2_6f1d_2cb8, 0x3fdb_f711_7c61_6a17, 0x3fdb_b8a4_d671_6d91, 0x3fdb_7a8b_7807_131b, 0x3fdb_3cc4_62b3_31ca,
    0x3fda_ff4e_9ea1_8552, 0x3fda_c229_3a5f_5a9e, 0x3fda_8553_4aa4_d880, 0x3fda_48cb_ea20_c04d, 0x3fda_0c92_3946_843e,
    0x3fd9_d0a5_5e1e_93df, 0x3fd9_9504_8418_c0c6, 0x3fd9_59ae_dbe0_9f93, 0x3fd9_1ea3_9b33_cb17, 0x3fd8_e3e1_fcb9_f115,
    0x3fd8_a969_3fde_9188, 0x3fd8_6f38_a8ac_5ab6, 0x3fd8_354f_7faa_0dd9, 0x3fd7_fbad_11b8_d911, 0x3fd7_c250_aff4_14b0,
    0x3fd7_8939_af92_52eb, 0x3fd7_5067_69c7_b1ed, 0x3fd7_17d9_3ba9_614c, 0x3fd6_df8e_8612_4caa, 0x3fd6_a786_ad88_de21,
    0x3fd6_6fc1_1a25_cbe2, 0x3fd6_383d_377b_e515, 0x3fd6_00fa_7480_d2c8, 0x3fd5_c9f8_4376_c244, 0x3fd5_9336_19d6_eebe,
    0x3fd5_5cb3_703d_0100, 0x3fd5_266f_c253_3bed, 0x3fd4_f06a_8ebf_6d92, 0x3fd4_baa3_5710_9ca2, 0x3fd4_8519_9fad_6ad4,
    0x3fd4_4fcc_efc3_24fe, 0x3fd4_1abc_d135_7a19, 0x3fd3_e5e8_d08e_d2db, 0x3fd3_b150_7cf1_43ae, 0x3fd3_7cf3_6808_1379,
    0x3fd3_48d1_25f9_d19e, 0x3fd3_14e9_4d5a_f62f, 0x3fd2_e13b_7721_0766, 0x3fd2_adc7_3e96_3fdd, 0x3fd2_7a8c_414d_b11e,
    0x3fd2_478a_1f17_de89, 0x3fd2_14c0_79f7_cc9e, 0x3fd1_e22e_f618_8116, 0x3fd1_afd5_39c2_f050, 0x3fd1_7db2_ed54_54e8,
    0x3fd1_4bc7_bb34_ee67, 0x3fd1_1a13_4fcf_2423, 0x3fd0_e895_5987_09c4, 0x3fd0_b74d_88b2_42da, 0x3fd0_863b_8f90_4336,
    0x3fd0_555f_2242_e9d9, 0x3fd0_24b7_f6c7_747e, 0x3fcf_e88b_89df_93c5, 0x3fcf_8810_8cb8_3235, 0x3fcf_27fe_6ce9_98d2,
    0x3fce_c854_a4c9_9c44, 0x3fce_6912_b228_3cdd, 0x3fce_0a38_1645_7184, 0x3fcd_abc4_55c7_900a, 0x3fcd_4db6_f8b2_514f,
    0x3fcc_f00f_8a5e_6fcc, 0x3fcc_92cd_9971_df53, 0x3fcc_35f0_b7d8_9d47, 0x3fcb_d978_7abe_18a1, 0x3fcb_7d64_7a87_31aa,
    0x3fcb_21b4_52cc_d13a, 0x3fca_c667_a257_1807, 0x3fca_6b7e_0b19_267e, 0x3fca_10f7_322d_7e3d, 0x3fc9_b6d2_bfd2_fe5a,
    0x3fc9_5d10_5f6a_7c27, 0x3fc9_03af_bf74_fa69, 0x3fc8_aab0_9192_815b, 0x3fc8_5212_8a81_9a38, 0x3fc7_f9d5_621f_7175,
    0x3fc7_a1f8_d368_a323, 0x3fc7_4a7c_9c7a_b5a6, 0x3fc6_f360_7e96_4716, 0x3fc6_9ca4_3e21_f25c, 0x3fc6_4647_a2ad_f19c,
    0x3fc5_f04a_76f8_83f9, 0x3fc5_9aac_88f3_1d6c, 0x3fc5_456d_a9c8_6835, 0x3fc4_f08d_ade3_1fc1, 0x3fc4_9c0c_6cf5_ce2d,
    0x3fc4_47e9_c203_75d5, 0x3fc3_f425_8b69_31ae, 0x3fc3_a0bf_aae8_d7ee, 0x3fc3_4db8_05b4_ab88, 0x3fc2_fb0e_847c_2a65,
    0x3fc2_a8c3_137a_071a, 0x3fc2_56d5_a283_5eb7, 0x3fc2_0546_2518_3c34, 0x3fc1_b414_9275_7d42, 0x3fc1_6340_e5a8_2d63,
    0x3fc1_12cb_1da2_6eb9, 0x3fc0_c2b3_3d52_09ba, 0x3fc0_72f9_4bb8_bf85, 0x3fc0_239d_5406_7d2a, 0x3fbf_a93e_cb6b_222c,
    0x3fbf_0bff_2952_0e1c, 0x3fbe_6f7b_f29a_a54b, 0x3fbd_d3b5_6176_e88f, 0x3fbd_38ab_b9bd_91e5, 0x3fbc_9e5f_493b_740a,
    0x3fbc_04d0_680b_1015, 0x3fbb_6bff_78f2_e233, 0x3fba_d3ec_e9ca_f633, 0x3fba_3c99_33ea_6286, 0x3fb9_a604_dc9d_5b19,
    0x3fb9_1030_75a4_a0ab, 0x3fb8_7b1c_9dbf_2852, 0x3fb7_e6ca_013e_efd6, 0x3fb7_5339_5aaa_1176, 0x3fb6_c06b_7369_4a4c,
    0x3fb6_2e61_2485_4d18, 0x3fb5_9d1b_5774_66a4, 0x3fb5_0c9b_06fa_2bae, 0x3fb4_7ce1_401b_2213, 0x3fb3_edef_2326_9a86,
    0x3fb3_5fc5_e4d9_3e70, 0x3fb2_d266_cf9b_3111, 0x3fb2_45d3_44dd_0d91, 0x3fb1_ba0c_be97_897d, 0x3fb1_2f14_d0f2_179d,
    0x3fb0_a4ed_2c15_9625, 0x3fb0_1b97_9e30_e497, 0x3faf_262c_2b6c_6e35, 0x3fae_16d5_47b2_5181, 0x3fad_092e_fead_f162,
    0x3fab_fd3e_0f28_2a2c, 0x3faa_f307_9038_5f70, 0x3fa9_ea90_f929_5563, 0x3fa8_e3e0_2a68_b5ab, 0x3fa7_defb_77af_271e,
    0x3fa6_dbe9_b398_d064, 0x3fa5_dab2_3cf2_add4, 0x3fa4_db5d_0e11_275d, 0x3fa3_ddf2_ce98_eecb, 0x3fa2_e27c_e83d_f497,
    0x3fa1_e905_9f1f_6abc, 0x3fa0_f198_2e96_8011, 0x3f9f_f881_d718_a5c4, 0x3f9e_121a_db82_8c75, 0x3f9c_3019_83cd_091a,
    0x3f9a_529f_4e22_ebf8, 0x3f98_79d1_b600_c10a, 0x3f96_a5da_f40b_bf82, 0x3f94_d6ea_f2fb_b064, 0x3f93_0d38_8dab_5e13,
    0x3f91_4903_3460_3012, 0x3f8f_152a_4f72_dd49, 0x3f8b_a48d_274f_8fac, 0x3f88_4104_0d8d_a478, 0x3f84_eb96_421a_cfe0,
    0x3f81_a592_2995_2f92, 0x3f7c_e160_f8ec_6837, 0x3f76_9ea8_d90c_b85d, 0x3f70_8a1f_03b0_b1fd, 0x3f65_5f9f_43c1_b067,
    0x3f54_a605_b6b9_f70f,
];
